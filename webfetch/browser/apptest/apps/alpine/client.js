import Alpine from 'alpinejs';

Alpine.data('shop', () => ({
  list: { items: [] },
  async init() { this.list = await (await fetch('/api/catalogue.json')).json(); },
}));
Alpine.start();
