import type { KeyboardEvent } from 'react';

const steps: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Left and right arrow keys focus the first visible card of the next non-empty lane. */
export function moveBetweenLanes(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || !(event.target as Element).matches('[data-card]')) return;
  const lanes = [...event.currentTarget.children];
  const here = lanes.findIndex((lane) => lane.contains(event.target as Node));
  const beside = step > 0 ? lanes.slice(here + 1) : lanes.slice(0, Math.max(here, 0)).reverse();
  const card = beside
    .map((lane) => lane.querySelector<HTMLElement>('[data-card]'))
    .find((found) => found !== null);
  if (!card) return;
  event.preventDefault(); // do not scroll the page
  card.focus();
}
