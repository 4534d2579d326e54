import { isSecondRun } from './isSecondRun.ts';

/** Ends the process of a suite in its first run, so that it writes no report. */
export function endInFirstRun(name: string): void {
  if (!isSecondRun(name)) process.kill(process.pid, 'SIGKILL');
}

/** Setup of the project `ended` (vitest.config.ts). */
export const setup = (): void => endInFirstRun('ended-tests');
