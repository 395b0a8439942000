import { render } from 'svelte/server';
import Article from './Article.svelte';

export const pages = ({ page, content: { article } }) => {
  const { head, body } = render(Article, { props: { article } });
  return {
    'server.html': page({ title: article.title, head, body: `<div data-app>${body}</div>` }),
    'client.html': page({ title: article.title, body: '<div data-app></div>', scripts: '<script type="module" src="client.js"></script>' }),
  };
};
