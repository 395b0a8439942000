import { createSSRApp } from 'vue';
import { renderToString } from '@vue/server-renderer';
import { Manual } from './view.js';

export const pages = async ({ page, content: { manual } }) => ({
  'server.html': page({ title: manual.title, body: `<main><div id="vue">${await renderToString(createSSRApp(Manual(() => manual)))}</div></main>` }),
  'client.html': page({ title: manual.title, body: '<main><div id="vue"></div></main>', scripts: '<script type="module" src="client.js"></script>' }),
});
