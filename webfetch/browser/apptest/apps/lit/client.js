import './elements.js';

const shelf = document.querySelector('lamp-shelf');
fetch('/api/catalogue.json').then((r) => r.json()).then((list) => { shelf.shelf = list; });
