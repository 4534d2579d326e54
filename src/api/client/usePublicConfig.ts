import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';
import { useOutcome } from '#src/loading/useOutcome.ts';
import { publicConfig } from './config.ts';

/** Returns the server's public configuration; suspends until it is loaded. */
export const usePublicConfig = (): PublicConfig => useOutcome(publicConfig, 'public');
