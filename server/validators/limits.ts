import { secondMs } from '#schemas/platform/time.ts';

export const compileLimits = {
  compileTimeoutMs: 10 * secondMs,
  compilesAtOnce: 2,
  compileMaxMb: 512,
  compilationsKept: 20, // in the cache of compiled forms, so that publishing again is cheap
  validatorsKeptDays: 30, // compiled by an earlier build
} as const;
