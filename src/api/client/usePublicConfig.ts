import { use } from 'react';
import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { readPublicConfig } from './config.ts';

let outcome: Promise<PublicConfig> | undefined;

/**
 * Returns the server's public configuration; suspends until it is loaded. A failure is kept for a
 * moment, so that the render that React repeats throws it instead of loading again without end.
 */
export function usePublicConfig(): PublicConfig {
  if (!outcome) {
    const load = readPublicConfig();
    const forget = () => {
      outcome = undefined;
    };
    load.catch(() => setTimeout(forget, clientLimits.failedLoadMs));
    outcome = load;
  }
  return use(outcome);
}
