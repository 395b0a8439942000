import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import './elements.js';

export const pages = async ({ page, content: { catalogue } }) => ({
  'server.html': page({ title: catalogue.title, body: `<main>${await collectResult(render(html`<lamp-shelf .shelf=${catalogue}></lamp-shelf>`))}</main>` }),
  'client.html': page({ title: catalogue.title, body: '<main><lamp-shelf></lamp-shelf></main>', scripts: '<script type="module" src="client.js"></script>' }),
});
