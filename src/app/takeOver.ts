const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.textContent;

/** What has the focus in a page that is about to go, or was pressed there, in the page that comes. */
function carriedOver(from: HTMLElement, to: HTMLElement): () => void {
  const like = (element: Element): HTMLElement | undefined =>
    [...to.querySelectorAll<HTMLElement>(element.localName)].find(
      (each) =>
        nameOf(each) === nameOf(element) &&
        each.getAttribute('href') === element.getAttribute('href'),
    );
  const focused =
    document.activeElement && from.contains(document.activeElement)
      ? like(document.activeElement)
      : undefined;
  const pressed = [...from.querySelectorAll('[data-pressed]')].map(like);
  return () => {
    focused?.focus({ preventScroll: true });
    for (const each of pressed) each?.click();
  };
}

/** Lets the page take the place of what the server has drawn of it (firstView.tsx), as soon as there is more than a skeleton of it. */
export function takeOver(root: HTMLElement): void {
  const firstView = document.getElementById('first-view');
  if (!firstView) return;
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main') || root.querySelector('[data-skeleton]')) return;
    observer.disconnect();
    const goOn = carriedOver(firstView, root);
    firstView.remove();
    goOn();
  });
  observer.observe(root, { childList: true, subtree: true });
}
