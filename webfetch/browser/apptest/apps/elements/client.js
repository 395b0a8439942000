// Elements of the site's own making, in the light DOM.
customElements.define('quay-article', class extends HTMLElement {
  async connectedCallback() {
    const { articleHTML } = await import('../../html.mjs');
    const response = await fetch(this.getAttribute('src'));
    this.innerHTML = articleHTML(await response.json());
  }
});
