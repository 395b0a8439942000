// One request after the other, and no change of the document until the last.
import { articleHTML } from '../../html.mjs';

const get = async (url) => (await fetch(url)).json();
const index = await get('/api/sections.json');
const sections = [];
for (const url of index.sections) sections.push(await get(url));
document.getElementById('out').outerHTML = articleHTML({ ...index, sections });
