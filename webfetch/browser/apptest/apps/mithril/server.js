import render from 'mithril-node-render';
import { thread } from './view.js';

// The application has all of the body, and the page nothing around it.
export const pages = async ({ page, content: { thread: t } }) => ({
  'server.html': page({ title: t.title, bare: true, body: await render(thread(t)) }),
  'client.html': page({ title: t.title, bare: true, body: '', head: '<script type="module" src="client.js"></script>' }),
});
