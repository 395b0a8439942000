import { inline } from '../../html.mjs';

const text = (s) => `<h2>${s.heading}</h2>${s.text.map((t) => `<p>${inline(t)}</p>`).join('')}`;

export const pages = ({ page, content: { article: a } }) => ({
  'server.html': page({ title: a.title, body: `<main><div><h1>${a.title}</h1><p>${a.lead}</p></div>${a.sections.map((s) => `<div>${text(s)}</div>`).join('')}<p>Nobody has signed this page.</p></main>` }),
  'client.html': page({ title: a.title, body: '<main><two-parts></two-parts></main>', scripts: '<script type="module" src="client.js"></script>' }),
});
