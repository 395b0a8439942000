// More of the list is loaded whenever its end comes into view.
import { entryHTML } from '../../html.mjs';

const log = document.querySelector('.log'), end = document.querySelector('.end');
let next = 0, loading = false;
const more = async () => {
  if (loading || next > 3) return;
  loading = true;
  const list = await (await fetch(`/api/entries-${next++}.json`)).json();
  log.insertAdjacentHTML('beforeend', list.map(entryHTML).join(''));
  loading = false;
  if (next > 3) { watch.disconnect(); end.remove(); }
};
const watch = new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) more().then(() => { watch.unobserve(end); watch.observe(end); }); }, { rootMargin: '200px' });
watch.observe(end);
