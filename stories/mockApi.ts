import type { Endpoint, Reply } from '#schemas/endpoint.ts';
import { errorCatalogue, type ErrorReason } from '#schemas/errors.ts';
import { getPublicConfig } from '#schemas/publicConfig.ts';

/** What one call of the contract answers in a story. */
type Planned = { endpoint: Endpoint; answer: () => Response | Promise<Response> };

export const answers = <E extends Endpoint>(endpoint: E, reply: Reply<E>): Planned => ({ endpoint, answer: () => Response.json(reply) });

export const refuses = (endpoint: Endpoint, reason: ErrorReason, reasonMessage: string): Planned =>
  ({ endpoint, answer: () => Response.json({ reason, reasonMessage }, { status: errorCatalogue[reason].status }) });

export const staysSilent = (endpoint: Endpoint): Planned => ({ endpoint, answer: () => new Promise(() => undefined) });

const config = answers(getPublicConfig, { applicationKey: 'story', apiKey: 'story', defaultLanguage: 'de', mobileAccess: 'full', iosAppUrl: 'https://apps.example/ios', androidAppUrl: 'https://apps.example/android' });

const isAskedFor = ({ endpoint: { method, path } }: Planned, request: Request): boolean =>
  request.method === method && new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`).test(new URL(request.url).pathname);

/** Stands in for the server in one story; the shapes are held to the contract. Answers the function that ends it. */
export function mockApi(...planned: Planned[]): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const call = [config, ...planned].find((candidate) => isAskedFor(candidate, request));
    return call ? call.answer() : real(input, init);
  };
  return () => { globalThis.fetch = real; };
}
