import type { Suite } from './run.mjs';

/** Options of vitest for the projects that need no browser. */
export const codeProjects: string[];

/** Returns a suite of vitest. Several projects in one call keep every core busy until the end. */
export function createVitestSuite(name: string, ...options: string[]): Suite;

/** Returns a suite of Playwright. */
export function createPlaywrightSuite(name: string, ...options: string[]): Suite;
