import type { Clock } from '#server/ports/clock.ts';

/** Returns the instant after a delay, by the wall clock. */
export const getInstantAfter = ({ clock }: { clock: Clock }, delayMs: number): string =>
  new Date(clock.now().getTime() + delayMs).toISOString();
