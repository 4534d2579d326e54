import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { percentile } from './statistics.ts';

export type Call = {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  body?: object;
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

let asked = 0;

/** Returns a header with another client address for each call, so that no rate limit applies. */
export function nextAddress(): { 'x-forwarded-for': string } {
  asked += 1;
  return { 'x-forwarded-for': `10.${[16, 8, 0].map((bits) => (asked >> bits) & 255).join('.')}` };
}

/**
 * Makes one call over a real connection and returns the bytes of its response. Throws unless the
 * status is 2xx: refusals are fast.
 */
export async function receive({ method, url, headers = {}, body }: Call): Promise<Buffer> {
  const payload = body && JSON.stringify(body);
  const call = request(url, {
    agent,
    method,
    headers: {
      ...headers,
      ...(payload
        ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
        : {}),
    },
  });
  call.end(payload);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const received = await buffer(answer);
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299)
    throw new Error(
      `${method} ${url} was answered with ${statusCode}: ${received.toString().slice(0, 300)}`,
    );
  return received;
}

/** Makes one call and returns the text of its response. */
export const make = async (call: Call): Promise<string> => (await receive(call)).toString();

export type Load = { perSecond: number; p99Ms: number };

/**
 * Makes `count` calls, `atOnce` of them in parallel. `assertDone` throws for a response with a
 * status of success that is not the work.
 */
export async function load(
  count: number,
  atOnce: number,
  next: () => Call,
  assertDone: (received: Buffer) => void = () => undefined,
): Promise<Load> {
  const times: number[] = [];
  const begun = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const from = performance.now();
        assertDone(await receive(next()));
        times.push(performance.now() - from);
      }
    }),
  );
  return {
    perSecond: Math.round((times.length / (performance.now() - begun)) * 1_000),
    p99Ms: percentile(times, 0.99),
  };
}
