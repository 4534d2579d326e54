import type { Suite } from './run.mjs';

/** Returns a suite of vitest. Several projects in one call keep every core busy until the end. */
export function ofVitest(name: string, ...options: string[]): Suite;

/** Returns a suite of Playwright. */
export function ofPlaywright(name: string, ...options: string[]): Suite;
