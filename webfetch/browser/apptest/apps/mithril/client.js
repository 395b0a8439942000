import m from 'mithril';
import { thread } from './view.js';

let found = null;
m.request('/api/thread.json').then((t) => { found = t; });
m.mount(document.body, { view: () => (found ? thread(found) : m('p', 'Loading')) });
