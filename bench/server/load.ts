import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export type Call = {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  body?: object;
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Makes one call over a real connection. Throws unless the status is 200. */
export async function make({ method, url, headers = {}, body }: Call): Promise<string> {
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
  const said = await text(answer);
  if (answer.statusCode !== 200)
    throw new Error(
      `${method} ${url} was answered with ${answer.statusCode}: ${said.slice(0, 300)}`,
    );
  return said;
}

export type Load = { perSecond: number; p99Ms: number };

export function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return (
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) /
    10
  );
}

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Makes `count` calls, `atOnce` of them in parallel. */
export async function load(count: number, atOnce: number, next: () => Call): Promise<Load> {
  const times: number[] = [];
  const begun = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const from = performance.now();
        await make(next());
        times.push(performance.now() - from);
      }
    }),
  );
  return {
    perSecond: Math.round((times.length / (performance.now() - begun)) * 1_000),
    p99Ms: percentile(times, 0.99),
  };
}

export const closeAll = (): void => agent.destroy();
