import { markup, rules } from './view.js';

export const pages = ({ page, content: { article } }) => ({
  'server.html': page({ title: article.title, head: `<style>${rules.join('')}</style>`, body: `<div id="root">${markup(article)}</div>` }),
  'client.html': page({ title: article.title, body: '<div id="root"></div>', scripts: '<script type="module" src="client.js"></script>' }),
});
