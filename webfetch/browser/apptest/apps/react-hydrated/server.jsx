import { renderToString } from 'react-dom/server';
import { Article } from '../react/view.jsx';

// Both forms carry the state that the scripts start from.
export const pages = ({ page, content: { article } }) => {
  const scripts = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { article } })}</script><script type="module" src="client.js"></script>`;
  return {
    'server.html': page({ title: article.title, body: `<div id="__next">${renderToString(<Article {...article} />)}</div>`, scripts }),
    'client.html': page({ title: article.title, body: '<div id="__next"></div>', scripts }),
  };
};
