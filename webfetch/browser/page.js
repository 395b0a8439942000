// Runs in an isolated world of every frame before its scripts: it shares the
// document with them, but neither variables nor prototypes, so that a page can
// neither see nor change it. Attributes that a form may hide behind its controls
// are read by the getters of the prototypes.
(() => {
  if (globalThis.webfetch) return;
  const getter = (proto, name) => {
    const get = Object.getOwnPropertyDescriptor(proto, name).get;
    return (node) => get.call(node);
  };
  const childNodes = getter(Node.prototype, 'childNodes');
  const nodeType = getter(Node.prototype, 'nodeType');
  const firstChild = getter(Node.prototype, 'firstChild');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const shadowRoot = getter(Element.prototype, 'shadowRoot');
  const attributes = getter(Element.prototype, 'attributes');
  const localName = getter(Element.prototype, 'localName');
  const namespace = getter(Element.prototype, 'namespaceURI');
  const contentDocument = getter(HTMLIFrameElement.prototype, 'contentDocument');
  const sheetOf = getter(HTMLStyleElement.prototype, 'sheet');
  const childCount = (node) => childNodes(node).length;
  const documentElement = getter(Document.prototype, 'documentElement');
  const body = getter(Document.prototype, 'body');
  const XHTML = 'http://www.w3.org/1999/xhtml';

  // frameDocument returns the document of a frame of this origin, or null.
  const frameDocument = (element) => {
    try { return contentDocument(element); } catch { return null; }
  };

  // When the document changed last, how often it did, and the trees that are
  // watched for it.
  let changed = performance.now(), changes = 0;
  const watched = new Set();

  // A clock, a ticker or a carousel changes one place for ever. A place that has
  // changed often counts only when it has become larger than it ever was.
  const OFTEN = 10;
  const places = new WeakMap();
  const counts = ({ type, target }) => {
    if (type === 'attributes') return true;
    const size = type === 'characterData' ? target.data.length : childCount(target);
    const place = places.get(target) || { times: 0, most: 0 };
    const grown = size > place.most;
    place.times++;
    if (grown) place.most = size;
    places.set(target, place);
    return grown || place.times <= OFTEN;
  };
  const observer = new MutationObserver((records) => {
    if (!records.some(counts)) return;
    changed = performance.now();
    changes++;
  });
  const watch = (root) => {
    if (watched.has(root)) return false;
    watched.add(root);
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden', 'open', 'src', 'href'] });
    return true;
  };
  watch(document);

  // discover watches shadow roots and frames that came since, which no observer
  // tells of, and reports whether there were any.
  const discover = () => {
    let found = false;
    for (const root of watched) { // grows while it is read
      for (const element of root.querySelectorAll('*')) {
        const inner = shadowRoot(element) || (element instanceof HTMLIFrameElement ? frameDocument(element) : null);
        if (inner && watch(inner)) found = true;
      }
    }
    if (found) {
      changed = performance.now();
      changes++;
    }
    return found;
  };

  // letters counts the text of the page, up to enough of it.
  const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'title']);
  const letters = (enough) => {
    let count = 0;
    for (const root of watched) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (count < enough && walker.nextNode()) {
        const text = walker.currentNode;
        if (!text.parentElement || !UNSEEN.has(localName(text.parentElement))) count += text.data.trim().length;
      }
    }
    return count;
  };

  // A page is bare that has scripts, hardly any text, and hardly more than its
  // source has: its content is still to come, though nothing shows it. A worker, a
  // timer or an animation may be what it waits for.
  const BARE = 600, MADE = 40;
  let written = 0;
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') written = letters(BARE);
  });
  const bare = () => {
    const now = letters(BARE);
    return now < BARE && now - written < MADE && document.scripts.length > 0;
  };

  // state tells how far the page is. quiet is how long it must not have changed
  // to be worth a search for what came unseen.
  const state = (quiet, selector) => {
    let since = performance.now() - changed;
    if (since >= quiet && discover()) since = 0;
    const timing = performance.getEntriesByType('navigation')[0];
    return {
      since,
      parsed: document.readyState !== 'loading' && (!timing || timing.domContentLoadedEventEnd > 0 || document.readyState === 'complete'),
      loaded: document.readyState === 'complete' && (!timing || timing.loadEventEnd > 0),
      found: selector ? find(selector) : true,
      changes,
      bare: since >= quiet && bare(),
      url: location.href,
    };
  };

  // find looks for a selector in the document, its frames and shadow roots.
  const find = (selector) => {
    discover();
    for (const root of watched) if (root.querySelector(selector)) return true;
    return false;
  };

  // below returns the height of the window in which all of the page would show,
  // also what scrolls in a part of it that is nearly as high as the window.
  const below = () => {
    const root = document.scrollingElement || documentElement(document);
    let height = root ? root.scrollHeight : 0;
    let left = 20000; // a bound on the work
    for (const element of document.querySelectorAll('body *')) {
      if (left-- <= 0) break;
      const scrolls = element.scrollHeight, shows = element.clientHeight;
      if (scrolls > shows + 10 && shows > innerHeight / 2 && /auto|scroll/.test(getComputedStyle(element).overflowY)) {
        height = Math.max(height, innerHeight - shows + scrolls);
        element.scrollTop = scrolls;
      }
    }
    return height;
  };

  // reveal goes to the end of the page, so that what waits for that is loaded,
  // and returns the height of below, and how often the page had changed before.
  const reveal = async () => {
    const before = changes, height = below();
    scrollTo({ top: height, behavior: 'instant' });
    await drawn();
    return { height, changes: before };
  };

  // drawn ends once the page was drawn as it is now and observers of what comes
  // into view were told, which takes two frames: the next may be under way. A page
  // that is not drawn at all is waited for for a second.
  const drawn = () => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0, true)));
    setTimeout(done, 1000, false);
  });

  const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr', 'param']);
  const RAW = new Set(['script', 'style', 'xmp', 'noembed', 'noframes', 'plaintext']);
  const escapeText = (text) => text.replace(/[&<>\u00a0]/g, (c) => c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&nbsp;');
  const escapeAttribute = (text) => text.replace(/[&"\u00a0<>]/g, (c) => c === '&' ? '&amp;' : c === '"' ? '&quot;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&nbsp;');
  const ADDRESSES = new Set(['href', 'src', 'poster', 'cite', 'action']);

  // attributesOf writes the attributes of an element. Of a frame, addresses
  // become absolute. Long data: addresses are left out.
  const attributesOf = (element, framed) => {
    let out = '';
    for (const { name, value } of attributes(element)) {
      let text = value;
      if (text.length > 1024 && /^data:/i.test(text)) text = 'data:,';
      if (framed && ADDRESSES.has(name)) {
        try { text = new URL(text, framed).href; } catch {}
      }
      out += ' ' + name + '="' + escapeAttribute(text) + '"';
    }
    return out;
  };

  // concealed reports that styles hide an element. It is asked inside of shadow
  // roots and frames only, whose style sheets stay behind.
  const concealed = (element) => {
    const style = getComputedStyle(element);
    return !!style && (style.display === 'none' || style.visibility === 'hidden');
  };

  // rulesOf writes the rules of style sheets as text, up to MAX_RULES characters.
  const MAX_RULES = 1 << 18;
  const rulesOf = (sheets) => {
    let out = '';
    for (const sheet of sheets) {
      for (const rule of sheet ? sheet.cssRules : []) {
        if (out.length > MAX_RULES) return out;
        out += rule.cssText + '\n';
      }
    }
    return out.replace(/<\/(?=style)/gi, '<\\/');
  };

  // made returns the rules that scripts gave a style element in place of text, as
  // many libraries do: with them a reader of the text knows what they hide.
  const made = (element, text) => {
    try { return text.trim() === '' ? rulesOf([sheetOf(element)]) : ''; } catch { return ''; }
  };

  // adopted returns the rules of the sheets that scripts gave the document.
  const adopted = () => {
    try { return rulesOf(document.adoptedStyleSheets); } catch { return ''; }
  };

  // children returns what is shown in place of the children of a node.
  const children = (node) => {
    const out = [];
    for (let child = firstChild(node); child; child = nextSibling(child)) out.push(child);
    return out;
  };

  // read writes the document as it is shown: slots with what is assigned to them,
  // open shadow roots in their hosts, frames of this origin in place. It stops
  // above limit characters and then returns null. The tree may be of any depth,
  // so a stack of our own holds the way.
  const read = (limit) => {
    const parts = ['<!DOCTYPE html>'];
    let size = 0;
    const put = (text) => { parts.push(text); size += text.length; };
    const stack = [{ node: documentElement(document), shadow: false, framed: '' }];
    const pushAll = (nodes, shadow, framed) => {
      for (let i = nodes.length - 1; i >= 0; i--) stack.push({ node: nodes[i], shadow, framed });
    };
    while (stack.length > 0) {
      if (size > limit) return null;
      const item = stack.pop();
      if (item.text !== undefined) { put(item.text); continue; }
      const { node, shadow, framed } = item;
      if (!node) continue;
      switch (nodeType(node)) {
        case Node.TEXT_NODE: put(escapeText(node.data)); continue;
        case Node.CDATA_SECTION_NODE: put(escapeText(node.data)); continue;
        case Node.ELEMENT_NODE: break;
        default: continue;
      }
      const name = localName(node), html = namespace(node) === XHTML;
      if (html && (name === 'noscript' || name === 'template')) continue;
      if (html && (shadow || framed) && (name === 'style' || name === 'link' || name === 'meta' || name === 'title')) continue;
      if (html && name === 'slot' && shadow) {
        const assigned = node.assignedNodes({ flatten: true });
        pushAll(assigned.length > 0 ? assigned : children(node), shadow, framed);
        continue;
      }
      if (html && name === 'iframe') {
        const inner = frameDocument(node);
        const content = inner && body(inner);
        if (content && firstChild(content)) {
          put('<div>');
          stack.push({ text: '</div>' });
          pushAll(children(content), false, inner.baseURI);
          continue;
        }
      }
      let open = '<' + name + attributesOf(node, framed);
      if ((shadow || framed) && html && concealed(node) && !Element.prototype.hasAttribute.call(node, 'hidden')) open += ' hidden=""';
      put(open + '>');
      if (html && VOID.has(name)) continue;
      if (html && RAW.has(name)) {
        let text = '';
        for (const child of children(node)) if (nodeType(child) === Node.TEXT_NODE) text += child.data;
        put(text + (name === 'style' ? made(node, text) : '') + '</' + name + '>');
        continue;
      }
      stack.push({ text: '</' + name + '>' });
      if (html && name === 'head' && !framed && !shadow) {
        const rules = adopted();
        if (rules) stack.push({ text: '<style>' + rules + '</style>' });
      }
      const inner = shadowRoot(node);
      pushAll(inner ? children(inner) : children(node), shadow || !!inner, framed);
    }
    return parts.join('').toWellFormed();
  };

  Object.defineProperty(globalThis, 'webfetch', { value: { state, read, reveal, drawn } });
})();
