import type { KeyboardEvent } from 'react';

/** Keys for back and forward, of a row and of a list. */
const keys = {
  row: { back: 'ArrowLeft', forward: 'ArrowRight' },
  list: { back: 'ArrowUp', forward: 'ArrowDown' },
};

/** Moves the focus by arrow keys, Home and End between matching elements; does not wrap. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  direction: keyof typeof keys,
  selector: string,
): void {
  const { back, forward } = keys[direction];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.findIndex((item) => item === document.activeElement);
  if (at < 0) return;
  const targets: Partial<Record<string, number>> = {
    [back]: Math.max(0, at - 1),
    [forward]: Math.min(items.length - 1, at + 1),
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault(); // prevents scrolling
  items[target]?.focus();
}
