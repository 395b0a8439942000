import { catalogueHTML } from '../../html.mjs';

const template = `<main x-data="shop"><h1 x-text="list.title"></h1><p x-text="list.lead"></p><ul class="cards"><template x-for="i in list.items" :key="i.id"><li class="card"><h2><a :href="i.href" x-text="i.name"></a></h2><p x-text="i.text"></p><p class="price" x-text="i.price + ' pounds'"></p></li></template></ul></main>`;

export const pages = ({ page, content: { catalogue } }) => ({
  'server.html': page({ title: catalogue.title, body: `<main>${catalogueHTML()}</main>` }),
  'client.html': page({ title: catalogue.title, body: template, scripts: '<script type="module" src="client.js"></script>' }),
});
