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
  const firstChild = getter(Node.prototype, 'firstChild');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const shadowRoot = getter(Element.prototype, 'shadowRoot');
  const attributes = getter(Element.prototype, 'attributes');
  const localName = getter(Element.prototype, 'localName');
  const namespace = getter(Element.prototype, 'namespaceURI');
  const contentDocument = getter(HTMLIFrameElement.prototype, 'contentDocument');
  const documentElement = getter(Document.prototype, 'documentElement');
  const body = getter(Document.prototype, 'body');
  const XHTML = 'http://www.w3.org/1999/xhtml';

  // frameDocument returns the document of a frame of this origin, or null.
  const frameDocument = (element) => {
    try { return contentDocument(element); } catch { return null; }
  };

  // When the document changed last, and the trees that are watched for it.
  let changed = performance.now();
  const watched = new Set();
  const observer = new MutationObserver(() => { changed = performance.now(); });
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
    if (found) changed = performance.now();
    return found;
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
      height: documentElement(document) ? documentElement(document).scrollHeight : 0,
      url: location.href,
    };
  };

  // find looks for a selector in the document, its frames and shadow roots.
  const find = (selector) => {
    discover();
    for (const root of watched) if (root.querySelector(selector)) return true;
    return false;
  };

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
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return !!style && (style.display === 'none' || style.visibility === 'hidden');
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
      switch (node.nodeType) {
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
      if ((shadow || framed) && html && concealed(node) && !node.hasAttribute('hidden')) open += ' hidden=""';
      put(open + '>');
      if (html && VOID.has(name)) continue;
      if (html && RAW.has(name)) {
        for (const child of children(node)) if (child.nodeType === Node.TEXT_NODE) put(child.data);
        put('</' + name + '>');
        continue;
      }
      stack.push({ text: '</' + name + '>' });
      const inner = shadowRoot(node);
      pushAll(inner ? children(inner) : children(node), shadow || !!inner, framed);
    }
    return parts.join('').toWellFormed();
  };

  Object.defineProperty(globalThis, 'webfetch', { value: { state, read } });
})();
