import { articleHTML } from '../../html.mjs';

// What libraries for styles in scripts write: a rule for each class.
export const rules = ['.c-1{position:fixed;display:none}', '.c-2{display:none}', '.c-3{max-width:60em}'];

export const markup = (article) => `<div class="c-1"><ul><li><a href="/m/lamps">All lamps of the yard</a></li><li><a href="/m/tides">Tides of the week</a></li></ul></div><div class="c-3">${articleHTML(article)}</div><div class="c-2"><h2>Write to the miller</h2><p>Leave your name and the miller will write to you within a week, or whenever the tide lets him.</p></div>`;
