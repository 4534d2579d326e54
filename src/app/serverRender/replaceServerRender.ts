import { serverFrameId, serverRenderId } from '#schemas/platform/serverRenderedPage.ts';

/** Returns the focused link of the server-rendered HTML, found by its address in the page. */
function findFocusedLink(rendered: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  const focused = document.activeElement;
  if (!focused || !rendered.contains(focused)) return undefined;
  const address = focused.getAttribute('href');
  return [...root.querySelectorAll<HTMLElement>('a[href]')].find(
    (link) => link.getAttribute('href') === address,
  );
}

/**
 * Removes the server-rendered HTML (renderPages.tsx) once React has drawn more than a skeleton, and a
 * frame once there is a page, which may be loading. A link that has the focus keeps it.
 */
export function replaceServerRender(root: HTMLElement): void {
  const frame = document.getElementById(serverFrameId);
  const rendered = frame ?? document.getElementById(serverRenderId);
  if (!rendered) return;
  const isDrawn = () =>
    root.querySelector('main') && (frame !== null || !root.querySelector('[data-skeleton]'));
  const observer = new MutationObserver(() => {
    if (!isDrawn()) return;
    observer.disconnect();
    const link = findFocusedLink(rendered, root);
    rendered.remove();
    link?.focus({ preventScroll: true });
  });
  observer.observe(root, { childList: true, subtree: true });
}
