/** Returns the focused link of the first view, found by its address in the page. */
function findFocusedLink(firstView: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  const focused = document.activeElement;
  if (!focused || !firstView.contains(focused)) return undefined;
  const address = focused.getAttribute('href');
  return [...root.querySelectorAll<HTMLElement>('a[href]')].find(
    (link) => link.getAttribute('href') === address,
  );
}

/**
 * Removes the server-rendered first view (renderPages.tsx) once React has drawn more than a
 * skeleton. A link that has the focus keeps it.
 */
export function replaceFirstView(root: HTMLElement): void {
  const firstView = document.getElementById('first-view');
  if (!firstView) return;
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main') || root.querySelector('[data-skeleton]')) return;
    observer.disconnect();
    const link = findFocusedLink(firstView, root);
    firstView.remove();
    link?.focus({ preventScroll: true });
  });
  observer.observe(root, { childList: true, subtree: true });
}
