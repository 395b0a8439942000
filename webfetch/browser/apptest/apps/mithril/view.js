import m from 'mithril/hyperscript.js';

export const thread = (t) => [m('h1', t.title), m('.posts', t.posts.map((p) => m('.post', { id: 'post-' + p.id }, m('a.user', { href: '/u/' + p.user }, p.user), m('p', p.text))))];
