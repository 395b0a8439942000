import { threadHTML } from '../../html.mjs';

export const pages = ({ page, content: { thread } }) => ({
  'server.html': page({ title: thread.title, body: `<main>${threadHTML()}</main>` }),
  'client.html': page({ title: thread.title, body: `<main><h1>${thread.title}</h1><div class="posts"></div></main>`, scripts: '<script type="module" src="client.js"></script>' }),
});
