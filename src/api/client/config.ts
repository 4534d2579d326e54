import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';
import { needsServerTime, startExchange } from '#src/device/serverClock.ts';

let loading: Promise<PublicConfig> | undefined;

async function load(): Promise<PublicConfig> {
  const learnTime = startExchange();
  const response = await fetch('/api/config', { credentials: 'same-origin' });
  learnTime(response.headers);
  if (!response.ok) throw new Error('The public configuration did not load');
  return (await response.json()) as PublicConfig;
}

/** Loads the server's public configuration once; a failed load is retried by the next call. */
export function readPublicConfig(): Promise<PublicConfig> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Asks for the server's time where it is not known. Offline the page keeps the time it has. */
export async function askServerTime(): Promise<void> {
  if (needsServerTime()) await load().catch(() => undefined);
}
