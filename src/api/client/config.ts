import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { needsServerTime, startExchange } from '#src/device/serverClock.ts';
import { createOutcomes } from '#src/loading/outcomes.ts';

async function ask(): Promise<Response> {
  const learnTime = startExchange();
  const response = await fetch('/api/config', { credentials: 'same-origin' });
  learnTime(response.headers);
  return response;
}

const wait = () => new Promise((resolve) => setTimeout(resolve, clientLimits.retryOtherDelayMs));

/** Retries like a call, because all calls of a page wait for it, and share its failure. */
async function load(retriesLeft: number): Promise<PublicConfig> {
  const response = await ask().catch(() => undefined);
  if (response?.ok) return (await response.json()) as PublicConfig;
  const mayPass = response === undefined || response.status >= 500;
  if (!mayPass || retriesLeft === 0) throw new Error('The public configuration did not load');
  await wait();
  return load(retriesLeft - 1);
}

/** The server's public configuration, which renders and calls of a page ask for. */
export const publicConfig = createOutcomes<'public', PublicConfig>(() =>
  load(clientLimits.retryOtherTimes),
);

/** Loads the server's public configuration once; a failed load is repeated after a moment. */
export const readPublicConfig = (): Promise<PublicConfig> => publicConfig.load('public');

/** Asks for the server's time where it is not known. Offline the page keeps the time it has. */
export async function askServerTime(): Promise<void> {
  if (!needsServerTime()) return;
  // A response that is not read keeps its connection.
  await ask()
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}
