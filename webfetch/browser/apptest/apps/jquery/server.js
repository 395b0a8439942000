import { manualHTML } from '../../html.mjs';

export const pages = ({ page, content: { manual } }) => ({
  'server.html': page({ title: manual.title, body: `<div id="manual">${manualHTML()}</div>` }),
  'client.html': page({ title: manual.title, body: '<div id="manual"><div class="loader"></div></div>', scripts: '<script type="module" src="client.js"></script>' }),
});
