import { expect, it } from 'vitest';
import type { InjectOptions } from 'fastify';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { createRandom } from '#server/testing/fuzz/random.ts';
import { buildRequest } from '#server/testing/fuzz/requests.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { buildWorld } from '#server/testing/world.ts';
import { withTimeout } from '#server/withTimeout.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 8);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_123);
/** Above any answer that waits for a picture, on a busy machine. */
const hangMs = scaleTimeout(10_000);

const isStream = ({ path }: Endpoint): boolean => path === '/v2.0/events';

/** Returns the status and the body; an event stream is not read to its end. */
async function send({ app }: TestServer, endpoint: Endpoint, request: InjectOptions) {
  if (!isStream(endpoint)) {
    const { statusCode, body, headers } = await app.inject(request);
    return { statusCode, body, type: String(headers['content-type'] ?? '') };
  }
  const answer = await app.inject({ ...request, payloadAsStream: true });
  answer.stream().destroy();
  return { statusCode: answer.statusCode, body: '', type: '' };
}

/** Describes what is wrong with an answer; undefined if nothing is. */
function findFault(answer: Awaited<ReturnType<typeof send>> | 'hangs'): string | undefined {
  if (answer === 'hangs') return 'has no answer';
  const { statusCode, body, type } = answer;
  if (statusCode >= 500) return `is ${statusCode}: ${body.slice(0, 300)}`;
  const isProblem = type.startsWith('application/json') && body.includes('"reasonMessage"');
  return statusCode >= 400 && body !== '' && !isProblem
    ? `is ${statusCode} without a reason`
    : undefined;
}

it(
  'No call answers random input with a server error, and none hangs',
  { timeout: scaleTimeout((seconds + 60) * 1_000) },
  async () => {
    const server = await startTestServer();
    const world = await buildWorld(server);
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    const end = performance.now() + seconds * 1_000;
    let index = 0;
    // Every call at least once, however slow the machine.
    while (index < endpoints.length || performance.now() < end) {
      const endpoint = endpoints[index % endpoints.length] as Endpoint;
      const request = buildRequest(endpoint, world, createRandom(seed, index));
      const answer = await withTimeout(send(server, endpoint, request), hangMs, 'hangs' as const);
      const fault = findFault(answer);
      if (fault)
        faults.push(
          `FUZZ_SEED=${seed}, request ${index}: ${endpoint.method} ${request.url as string} ` +
            `${JSON.stringify(request.payload ?? '').slice(0, 300)} ${fault}`,
        );
      if (answer !== 'hangs')
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      index += 1;
    }
    await server.close();
    expect(faults).toEqual([]);
    // Otherwise the requests would not reach the rules of the calls.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(index / 20);
  },
);
