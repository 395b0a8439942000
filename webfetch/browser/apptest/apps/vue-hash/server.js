import { threadHTML } from '../../html.mjs';

export const pages = ({ page, content: { thread } }) => ({
  'server.html': page({ title: thread.title, body: `<div id="app">${threadHTML()}</div>` }),
  'client.html': page({ title: thread.title, body: '<div id="app"></div>', scripts: '<script type="module" src="client.js"></script>' }),
});
