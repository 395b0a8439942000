import { LitElement, html, css } from 'lit';

export class LampCard extends LitElement {
  static properties = { item: { type: Object } };
  static styles = css`:host { display: block; } .sale { display: none; }`;
  render() {
    return html`<h2><a href=${this.item.href}>${this.item.name}</a></h2><slot></slot><p class="price">${this.item.price} pounds</p><p class="sale">Sold out since yesterday</p>`;
  }
}
customElements.define('lamp-card', LampCard);

export class LampShelf extends LitElement {
  static properties = { shelf: { type: Object } };
  render() {
    if (!this.shelf) return html`<p>Opening the shelf</p>`;
    return html`<h1>${this.shelf.title}</h1><p>${this.shelf.lead}</p><div>${this.shelf.items.map((i) => html`<lamp-card .item=${i}><p>${i.text}</p></lamp-card>`)}</div>`;
  }
}
customElements.define('lamp-shelf', LampShelf);
