// Pages around what an app shows, and markup for the apps that have no server
// renderer of their own.
import { article, catalogue, manual, thread, entries } from './content.mjs';

export const esc = (s) => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const banner = '<div class="cookie-banner" role="dialog" aria-label="Cookies"><p>We use cookies to count visits.</p><button>Accept all</button><button>Reject all</button></div>';

// page is a whole document. Apps of their own frame have all of the body.
export const page = ({ title, body, head = '', scripts = '', bare = false }) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${esc(title)}</title><meta name="viewport" content="width=device-width">${head}</head>
<body>${bare ? '' : `<header class="site-header"><a href="/">Farrow Quay</a><nav><a href="/lamps">Lamps</a><a href="/tides">Tides</a><a href="/about">About us</a></nav></header>`}
${body}
${bare ? '' : `<footer class="site-footer"><p>© 2024 Farrow Quay Trust. <a href="/terms">Terms</a> <a href="/privacy">Privacy</a></p></footer>${banner}`}
${scripts}</body></html>
`;

export const inline = (text) => (Array.isArray(text) ? text : [text]).map((t) => (typeof t === 'string' ? esc(t) : `<a href="${t.href}">${esc(t.text)}</a>`)).join('');

export const articleHTML = (a = article) => `<article><h1>${esc(a.title)}</h1><p class="byline">By <span class="author">${a.author}</span>, <time datetime="${a.date}">18 March 2024</time></p><p class="lead">${esc(a.lead)}</p>${a.sections.map((s) => `<section><h2>${s.heading}</h2>${s.text.map((t) => `<p>${inline(t)}</p>`).join('')}${s.list ? `<ul>${s.list.map((i) => `<li>${i}</li>`).join('')}</ul>` : ''}</section>`).join('')}</article>`;

export const cardHTML = (i) => `<li class="card"><h2><a href="${i.href}">${i.name}</a></h2><p>${esc(i.text)}</p><p class="price">${i.price} pounds</p></li>`;

export const catalogueHTML = (c = catalogue) => `<h1>${c.title}</h1><p>${c.lead}</p><ul class="cards">${c.items.map(cardHTML).join('')}</ul>`;

export const postHTML = (p) => `<div class="post" id="post-${p.id}"><a class="user" href="/u/${p.user}">${p.user}</a><p>${esc(p.text)}</p></div>`;

export const threadHTML = (t = thread) => `<h1>${t.title}</h1><div class="posts">${t.posts.map(postHTML).join('')}</div>`;

export const manualHTML = (m = manual) => `<h1>${m.title}</h1><p>${m.lead}</p><h2>Install</h2><pre><code>${m.install}</code></pre>
<div class="tabs"><div role="tablist">${m.tabs.map((t, i) => `<button role="tab" id="tab-${i}" aria-controls="panel-${i}" aria-selected="${i === 0}">${t.name}</button>`).join('')}</div>${m.tabs.map((t, i) => `<div role="tabpanel" id="panel-${i}" aria-labelledby="tab-${i}"${i ? ' hidden' : ''}><p>${t.text}</p></div>`).join('')}</div>
<h2>Options</h2><table><thead><tr><th>Option</th><th>Default</th><th>Meaning</th></tr></thead><tbody>${m.options.map((o) => `<tr>${o.map((c) => `<td>${c}</td>`).join('')}</tr>`).join('')}</tbody></table>
<h2>Questions</h2>${m.questions.map(([q, a]) => `<details><summary>${q}</summary><p>${a}</p></details>`).join('')}`;

export const entryHTML = (e) => `<article class="entry"><h2><a href="/log/${e.id}">${e.title}</a></h2><p>${e.text}</p></article>`;

export const logHTML = (list = entries) => `<h1>Log of the bird watch</h1><div class="log">${list.map(entryHTML).join('')}</div>`;
