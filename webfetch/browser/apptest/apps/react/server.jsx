import { renderToString } from 'react-dom/server';
import { Article } from './view.jsx';

export const pages = ({ page, content: { article } }) => ({
  'server.html': page({ title: article.title, body: `<main>${renderToString(<Article {...article} />)}</main>` }),
  'client.html': page({ title: article.title, body: '<main></main>', scripts: '<script type="module" src="client.js"></script>' }),
});
