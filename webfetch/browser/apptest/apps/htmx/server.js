import { catalogueHTML } from '../../html.mjs';

export const pages = ({ page, content: { catalogue } }) => ({
  'server.html': page({ title: catalogue.title, body: `<main>${catalogueHTML()}</main>` }),
  'client.html': page({
    title: catalogue.title,
    body: `<main><h1>${catalogue.title}</h1><p>${catalogue.lead}</p><ul class="cards" hx-get="/api/cards.html" hx-trigger="load"></ul></main>`,
    scripts: '<script type="module" src="client.js"></script>',
  }),
});
