import { renderToString } from 'preact-render-to-string';
import { Catalogue } from './view.jsx';

export const pages = ({ page, content: { catalogue } }) => ({
  'server.html': page({ title: catalogue.title, body: `<div id="shop-front">${renderToString(<Catalogue {...catalogue} />)}</div>` }),
  'client.html': page({ title: catalogue.title, body: '<div id="shop-front"></div>', scripts: '<script type="module" src="client.js"></script>' }),
});
