/**
 * Removes the element of a style sheet that did not load. The build's code asks for no style sheet
 * whose element exists, so that a second try would show its page without styles.
 */
export function dropFailedStyles(page: Document): void {
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    { capture: true }, // the event does not bubble
  );
}
