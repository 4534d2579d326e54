/**
 * Replaces each text node below `root` by one in two `<font>` elements, now and whenever texts
 * appear, as page translation does. Returns the function that stops. A journey runs it in a page, so
 * it uses nothing outside of it.
 */
export function keepTranslated(root: Node = document): () => void {
  function wrap(node: Node): void {
    if (node.nodeType !== Node.TEXT_NODE) {
      for (const child of [...node.childNodes]) wrap(child);
      return;
    }
    const isKept = node.parentElement?.closest(
      'head, script, style, noscript, textarea, svg, font',
    );
    if (isKept !== null || node.nodeValue === '') return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.append(inner);
    inner.append(node.cloneNode());
    node.parentNode?.replaceChild(outer, node);
  }
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of [...addedNodes]) wrap(node);
  });
  wrap(root);
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}
