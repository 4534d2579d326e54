import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insuranceCacheLimits } from '#server/forms/limits.ts';
import {
  createFixedInsurances,
  createUpstreamInsurances,
  InsurancesInvalid,
  readInsurancesFile,
  type InsuranceSource,
} from '#server/ports/insuranceSource.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

async function open(insurances: InsuranceSource) {
  const server = await startTestServer({ insurances });
  const { processGuid } = await publish(server, (await addAccount(server)).apiKey, {
    title: 'Unfall',
    formElements: [{ id: 'a', type: 'input', label: 'A' }],
  });
  const ask = async () =>
    server.app.inject({
      url: '/api/v1.0/insurances',
      headers: (await visit(server, processGuid)).headers,
    });
  return { server, ask };
}

describe('the installation’s own list', () => {
  it('A visitor searches the list by name', async () => {
    const { server, ask } = await open(
      createFixedInsurances(
        [
          { foreignId: 7, name: 'Weser Recht', city: 'Bremen' },
          { foreignId: 'a1', name: 'Älster Recht' },
        ],
        'test',
      ),
    );
    expect(json(await ask())).toEqual([
      { foreignId: 'a1', name: 'Älster Recht' },
      { foreignId: '7', name: 'Weser Recht' },
    ]);
    expect(
      (await server.app.inject({ url: '/api/v1.0/insurances', headers: webKeys })).statusCode,
    ).toBe(401);
    await server.close();
  });

  it.each([
    ['[{"name":"ohne Nummer"}]', /must hold a list/],
    ['{', /is not JSON/],
  ])('The server refuses a list file with %s', async (text, reason) => {
    const path = join(tmpdir(), `insurances-${process.pid}-${text.length}.json`);
    await writeFile(path, text);
    await expect(readInsurancesFile(path)).rejects.toThrow(InsurancesInvalid);
    await expect(readInsurancesFile(path)).rejects.toThrow(reason);
    await rm(path);
  });
});

describe('an upstream list', () => {
  let upstream: Server;
  let server: TestServer;
  let ask: Awaited<ReturnType<typeof open>>['ask'];
  let received: IncomingMessage['headers'][];
  let answer: { status: number; body: string };

  beforeEach(async () => {
    received = [];
    answer = { status: 200, body: JSON.stringify([{ foreignId: 'u1', name: 'Oberland Recht' }]) };
    upstream = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(answer.status).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1.0/insurances`;
    ({ server, ask } = await open(
      createUpstreamInsurances({ url, token: 'of this installation' }),
    ));
  });
  afterEach(async () => {
    await server.close();
    upstream.close();
  });

  it('The upstream gets the installation’s token, and one request for many visitors', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(answers.map((reply) => json(reply))).toEqual(
      Array(5).fill([{ foreignId: 'u1', name: 'Oberland Recht' }]),
    );
    expect(received).toMatchObject([{ authorization: 'Bearer of this installation' }]);
    expect(Object.keys(received[0] ?? {})).not.toContain('x-api-key');
  });

  it('The list is refreshed after an hour', async () => {
    await ask();
    answer.body = '[{"foreignId":"u2","name":"Neu Recht"}]';
    server.clock.forward(insuranceCacheLimits.upstreamKeptMs - 1);
    expect(json(await ask())).toMatchObject([{ foreignId: 'u1' }]);
    server.clock.forward(1);
    await ask();
    await expect.poll(async () => json(await ask())).toMatchObject([{ foreignId: 'u2' }]);
    expect(received).toHaveLength(2);
  });

  it('A clock that is set back does not delay the refresh', async () => {
    await ask();
    answer.body = '[{"foreignId":"u2","name":"Neu Recht"}]';
    server.clock.jump(-2 * insuranceCacheLimits.upstreamKeptMs);
    server.clock.forward(insuranceCacheLimits.upstreamKeptMs);
    await expect.poll(async () => json(await ask())).toMatchObject([{ foreignId: 'u2' }]);
  });

  it('The cached list is kept while the upstream fails', async () => {
    await ask();
    answer.status = 500;
    server.clock.forward(insuranceCacheLimits.upstreamKeptMs);
    expect(json(await ask())).toMatchObject([{ foreignId: 'u1' }]);
  });

  it.each([
    ['an error', { status: 500, body: '' }],
    ['something else than a list', { status: 200, body: '{"insurances":[]}' }],
    ['no JSON', { status: 200, body: '<html>' }],
  ])('The list is unavailable if the first response is %s', async (_, first) => {
    answer = first;
    expect([(await ask()).statusCode, json(await ask())['reason']]).toEqual([503, 'unavailable']);
    answer = { status: 200, body: '[]' };
    expect(json(await ask())).toEqual([]);
  });
});
