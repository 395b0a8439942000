// A layout in a shadow root, into whose slots the content is placed in another order
// than it comes.
customElements.define('two-parts', class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).innerHTML = '<style>.later { display: none }</style><slot name="head"></slot><div><slot name="first"></slot></div><div><slot></slot></div><div class="later">Nothing is here yet, come back in a while</div><slot name="foot"><p>Nobody has signed this page.</p></slot>';
  }
});
const { article } = await import('../../content.mjs');
const { inline } = await import('../../html.mjs');
const host = document.querySelector('two-parts');
const part = (html, slot) => { const div = document.createElement('div'); div.innerHTML = html; if (slot) div.slot = slot; host.append(div); };
const text = (s) => `<h2>${s.heading}</h2>${s.text.map((t) => `<p>${inline(t)}</p>`).join('')}`;
part(text(article.sections[1]) + text(article.sections[2]));
part(text(article.sections[0]), 'first');
part(`<h1>${article.title}</h1><p>${article.lead}</p>`, 'head');
