import { logHTML } from '../../html.mjs';

export const pages = ({ page, content: { entries } }) => ({
  'server.html': page({ title: 'Log of the bird watch', body: `<main>${logHTML(entries.slice(0, 12))}</main>` }),
  'client.html': page({ title: 'Log of the bird watch', body: '<main></main>', scripts: '<script type="module" src="client.js"></script>' }),
});
