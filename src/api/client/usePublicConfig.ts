import { use } from 'react';
import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { readPublicConfig } from './config.ts';

let outcome: Promise<PublicConfig> | undefined;
let failed: typeof outcome;

/** Forgets a failure, so that the next render loads again. For a user who presses a button. */
export function forgetFailedConfig(): void {
  if (outcome === failed) outcome = undefined;
}

/**
 * Returns the server's public configuration; suspends until it is loaded. A failure is kept for a
 * moment, so that the render that React repeats throws it instead of loading again without end.
 */
export function usePublicConfig(): PublicConfig {
  if (!outcome) {
    const load = readPublicConfig();
    load.catch(() => {
      failed = load;
      setTimeout(() => {
        if (outcome === load) outcome = undefined;
      }, clientLimits.failedLoadMs);
    });
    outcome = load;
  }
  return use(outcome);
}
