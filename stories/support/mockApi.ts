import type { Endpoint, Reply } from '#schemas/platform/endpoint.ts';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { getPublicConfig } from '#schemas/accounts/publicConfig.ts';
import { clearFileCache } from '#src/api/client/fileCache.ts';

/** The mocked response of one endpoint. */
export type Planned = {
  endpoint: Endpoint;
  answer: (storyEnded: Promise<void>, request: Request) => Response | Promise<Response>;
};

export const responds = <E extends Endpoint>(endpoint: E, reply: Reply<E>): Planned => ({
  endpoint,
  answer: () => Response.json(reply),
});

/** Responds by query. */
export const respondsBy = <E extends Endpoint>(
  endpoint: E,
  reply: (query: URLSearchParams) => Reply<E>,
): Planned => ({
  endpoint,
  answer: (_, { url }) => Response.json(reply(new URL(url).searchParams)),
});

/** Responds with bytes by address. */
export const respondsBytes = (
  endpoint: Endpoint,
  bytesFor: (url: URL) => Blob | Promise<Blob> | undefined,
): Planned => ({
  endpoint,
  answer: async (_, { url }) => {
    const bytes = await bytesFor(new URL(url));
    return bytes ? new Response(bytes) : refusal('notFound', '');
  },
});

const refusal = (
  reason: ErrorReason,
  reasonMessage: string,
  more: Partial<Problem> = {},
): Response =>
  Response.json({ reason, reasonMessage, ...more }, { status: errorCatalogue[reason].status });

export const rejects = (
  endpoint: Endpoint,
  reason: ErrorReason,
  reasonMessage: string,
  fields: Record<string, string> = {},
): Planned => ({ endpoint, answer: () => refusal(reason, reasonMessage, { fields }) });

/** Rejects with a retry time `ms` after the request. */
export const rejectsFor = (ms: number, endpoint: Endpoint, reason: ErrorReason): Planned => ({
  endpoint,
  answer: () => refusal(reason, '', { nextPossibleRetry: new Date(Date.now() + ms).toISOString() }),
});

/** Rejects because the form was sent before, by this device or by another one. */
export const rejectsSent = (
  endpoint: Endpoint,
  sent: Required<Pick<Problem, 'submittedAt' | 'isOwnSubmission'>>,
): Planned => ({ endpoint, answer: () => refusal('alreadySubmitted', '', sent) });

/** Never responds during the story; afterwards it frees the queue for the next story. */
export const neverResponds = (endpoint: Endpoint): Planned => ({
  endpoint,
  answer: (storyEnded) => storyEnded.then(() => refusal('invalidInput', '')),
});

/** Fails as an offline device does. */
export const isUnreachable = (endpoint: Endpoint): Planned => ({
  endpoint,
  answer: () => Promise.reject(new TypeError('Failed to fetch')),
});

/** Answers while the network is up; else it fails as an offline device does. */
export const answersWhile = (
  network: { isUp: boolean },
  { endpoint, answer }: Planned,
): Planned => ({
  endpoint,
  answer: (...call) =>
    network.isUp ? answer(...call) : Promise.reject(new TypeError('Failed to fetch')),
});

export const respondsWhile = <E extends Endpoint>(
  network: { isUp: boolean },
  endpoint: E,
  reply: Reply<E>,
): Planned => answersWhile(network, responds(endpoint, reply));

const config = responds(getPublicConfig, {
  applicationKey: 'story',
  apiKey: 'story',
  defaultLanguage: 'de',
  mobileAccess: 'full',
  iosAppUrl: 'https://apps.example/ios',
  androidAppUrl: 'https://apps.example/android',
});

const isAskedFor = ({ endpoint: { method, path } }: Planned, request: Request): boolean =>
  request.method === method &&
  new RegExp(`^(/api)?${path.replace(/:\w+/g, '[^/]+')}$`).test(new URL(request.url).pathname);

/** Mocks the server of one story, typed by the contract. Returns the function that ends it. */
export function mockApi(...planned: Planned[]): () => void {
  clearFileCache(); // of the story before
  const real = globalThis.fetch;
  let end = (): void => undefined;
  const storyEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const call = [config, ...planned].find((candidate) => isAskedFor(candidate, request));
    if (call) return call.answer(storyEnded, request);
    return /^[/](api|provider)[/]/.test(new URL(request.url).pathname)
      ? refusal('notFound', '')
      : real(input, init); // there is no server
  };
  return () => {
    globalThis.fetch = real;
    end();
  };
}
