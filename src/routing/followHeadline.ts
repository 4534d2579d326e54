/** Focus stays in a field that the user is typing in. */
export const isWriting = (): boolean =>
  document.activeElement?.matches('main input, main textarea') ?? false;

function focusHeadline(): void {
  if (!isWriting()) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/**
 * Focuses the headline, also of parts that load later, until the user presses a key or a pointer.
 * Returns the function that ends it.
 */
export function followHeadline(): () => void {
  focusHeadline();
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusHeadline();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const end = () => {
    observer.disconnect();
    removeEventListener('keydown', end);
    removeEventListener('pointerdown', end);
  };
  addEventListener('keydown', end);
  addEventListener('pointerdown', end);
  return end;
}
