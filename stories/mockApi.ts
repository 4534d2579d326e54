import type { Endpoint, Reply } from '#schemas/endpoint.ts';
import { errorCatalogue, type ErrorReason } from '#schemas/errors.ts';
import { getPublicConfig } from '#schemas/publicConfig.ts';
import { forgetLoaded } from '#src/api/loadedFiles.ts';

/** What one call of the contract answers in a story. */
type Planned = {
  endpoint: Endpoint;
  answer: (storyEnded: Promise<void>, request: Request) => Response | Promise<Response>;
};

export const answers = <E extends Endpoint>(endpoint: E, reply: Reply<E>): Planned => ({
  endpoint,
  answer: () => Response.json(reply),
});

/** Another answer for each query. */
export const answersBy = <E extends Endpoint>(
  endpoint: E,
  reply: (query: URLSearchParams) => Reply<E>,
): Planned => ({
  endpoint,
  answer: (_, { url }) => Response.json(reply(new URL(url).searchParams)),
});

/** Bytes, another file for each address. */
export const answersBytes = (
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
  nextPossibleRetry?: string,
): Response =>
  Response.json(
    { reason, reasonMessage, nextPossibleRetry },
    { status: errorCatalogue[reason].status },
  );

export const refuses = (
  endpoint: Endpoint,
  reason: ErrorReason,
  reasonMessage: string,
): Planned => ({ endpoint, answer: () => refusal(reason, reasonMessage) });

/** Until so many ms from the call on. */
export const refusesFor = (ms: number, endpoint: Endpoint, reason: ErrorReason): Planned => ({
  endpoint,
  answer: () => refusal(reason, '', new Date(Date.now() + ms).toISOString()),
});

/** Says nothing for as long as the story is shown; then it gives its place in the queue of calls to the next story. */
export const staysSilent = (endpoint: Endpoint): Planned => ({
  endpoint,
  answer: (storyEnded) => storyEnded.then(() => refusal('invalidInput', '')),
});

/** No answer at all: the net is gone. */
export const isOffNet = (endpoint: Endpoint): Planned => ({
  endpoint,
  answer: () => Promise.reject(new TypeError('Failed to fetch')),
});

const config = answers(getPublicConfig, {
  applicationKey: 'story',
  apiKey: 'story',
  defaultLanguage: 'de',
  mobileAccess: 'full',
  iosAppUrl: 'https://apps.example/ios',
  androidAppUrl: 'https://apps.example/android',
});

const isAskedFor = ({ endpoint: { method, path } }: Planned, request: Request): boolean =>
  request.method === method &&
  new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`).test(new URL(request.url).pathname);

/** Stands in for the server in one story; the shapes are held to the contract. Answers the function that ends it. */
export function mockApi(...planned: Planned[]): () => void {
  forgetLoaded(); // by the story before
  const real = globalThis.fetch;
  let end = (): void => undefined;
  const storyEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const call = [config, ...planned].find((candidate) => isAskedFor(candidate, request));
    if (call) return call.answer(storyEnded, request);
    return new URL(request.url).pathname.startsWith('/api/')
      ? refusal('notFound', '')
      : real(input, init); // there is no server
  };
  return () => {
    globalThis.fetch = real;
    end();
  };
}
