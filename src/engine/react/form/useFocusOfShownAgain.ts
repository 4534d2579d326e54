import { useEffect, type RefObject } from 'react';

/**
 * Focuses the first title or control of a form that is shown again after a failure, because the
 * button that was pressed is gone.
 */
export function useFocusOfShownAgain(
  form: RefObject<HTMLFormElement | null>,
  isShownAgain: boolean,
): void {
  useEffect(() => {
    if (!isShownAgain) return;
    const start =
      form.current?.querySelector<HTMLElement>('h1[tabindex], h2[tabindex]') ??
      form.current?.querySelector<HTMLElement>(
        'input:not([type=hidden]), select, textarea, button',
      );
    start?.focus();
  }, [form, isShownAgain]);
}
