import type { PublicConfig } from '#schemas/publicConfig.ts';

let loading: Promise<PublicConfig> | undefined;

async function load(): Promise<PublicConfig> {
  const response = await fetch('/api/config', { credentials: 'same-origin' });
  if (!response.ok) throw new Error('The public configuration did not load');
  return (await response.json()) as PublicConfig;
}

/** The server's public configuration, fetched once; a failed fetch is tried again by the next call. */
export function publicConfig(): Promise<PublicConfig> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
