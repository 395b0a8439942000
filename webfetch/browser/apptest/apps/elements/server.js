import { articleHTML } from '../../html.mjs';

export const pages = ({ page, content: { article } }) => ({
  'server.html': page({ title: article.title, body: `<quay-article>${articleHTML()}</quay-article>` }),
  'client.html': page({ title: article.title, body: '<quay-article src="/api/article.json"></quay-article>', scripts: '<script type="module" src="client.js"></script>' }),
});
