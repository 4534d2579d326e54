import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';

let loading: Promise<PublicConfig> | undefined;

async function load(): Promise<PublicConfig> {
  const response = await fetch('/api/config', { credentials: 'same-origin' });
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
