import { markup, rules } from './view.js';

const response = await fetch('/api/article.json');
const { sheet } = document.head.appendChild(document.createElement('style'));
for (const rule of rules) sheet.insertRule(rule, sheet.cssRules.length);
document.getElementById('root').innerHTML = markup(await response.json());
