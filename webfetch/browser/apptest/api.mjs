// What the apps ask for beside whole contents.
import { article, catalogue, thread, entries } from './content.mjs';
import { cardHTML, postHTML, logHTML } from './html.mjs';

export const api = {
  'sections.json': JSON.stringify({ title: article.title, lead: article.lead, author: article.author, date: article.date, sections: article.sections.map((_, i) => `/api/section-${i}.json`) }),
  ...Object.fromEntries(article.sections.map((s, i) => [`section-${i}.json`, JSON.stringify(s)])),
  'cards.html': catalogue.items.map(cardHTML).join(''),
  ...Object.fromEntries(thread.posts.map((p) => [`post-${p.id}.html`, postHTML(p)])),
  ...Object.fromEntries([0, 1, 2, 3].map((n) => [`entries-${n}.json`, JSON.stringify(entries.slice(10 * n, 10 * n + 10))])),
  'frame.html': `<!doctype html><html lang="en"><head><title>Log</title></head><body>${logHTML(entries.slice(0, 12))}</body></html>`,
};
