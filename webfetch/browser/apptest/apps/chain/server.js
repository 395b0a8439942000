import { articleHTML } from '../../html.mjs';

export const pages = ({ page, content: { article } }) => ({
  'server.html': page({ title: article.title, body: `<main>${articleHTML()}</main>` }),
  'client.html': page({ title: article.title, body: '<main><div id="out">Looking up the text</div></main>', scripts: '<script type="module" src="client.js"></script>' }),
});
