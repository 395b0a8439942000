import { logHTML } from '../../html.mjs';

const style = '<style>.entry { min-height: 300px }</style>';

export const pages = ({ page }) => ({
  'server.html': page({ title: 'Log of the bird watch', head: style, body: `<main>${logHTML()}</main>` }),
  'client.html': page({ title: 'Log of the bird watch', head: style, body: '<main><h1>Log of the bird watch</h1><div class="log"></div><p class="end">Loading more…</p></main>', scripts: '<script type="module" src="client.js"></script>' }),
});
