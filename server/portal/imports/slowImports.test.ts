import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

const toLine = (number: number): string =>
  `${JSON.stringify({
    kind: 'client',
    externalId: `M-${number}`,
    firstName: 'Miriam',
    lastName: 'Castillo',
    email: `m${number}@beispiel.example`,
  })}\n`;

describeOnEachDatabase('an import whose sender pauses', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  const sent: ClientRequest[] = [];
  beforeEach(async () => {
    server = await startTestServer({ open, env: { BODY_SECONDS: '1' } });
    practice = await startPractice(server);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    for (const each of sent.splice(0)) each.destroy();
    await server.close();
  });

  /** Begins an import; its lines are written one by one. */
  function begin() {
    const { port } = server.app.server.address() as AddressInfo;
    const sending = request({
      port,
      method: 'POST',
      path: '/provider/v1/import',
      headers: { 'x-api-key': practice.apiKey, 'content-type': 'application/x-ndjson' },
    });
    sending.on('error', () => undefined);
    sent.push(sending);
    return { sending, answered: once(sending, 'response') as Promise<[IncomingMessage]> };
  }
  async function* readReport(response: IncomingMessage): AsyncGenerator<object> {
    for await (const line of createInterface({ input: response })) yield JSON.parse(line) as object;
  }
  const importNothing = () =>
    server.app.inject({
      method: 'POST',
      url: '/provider/v1/import',
      headers: { 'x-api-key': practice.apiKey, 'content-type': 'application/x-ndjson' },
      payload: '\n',
    });

  it('A line is reported before the sender continues', async () => {
    const { sending, answered } = begin();
    sending.write(toLine(1));
    const [response] = await answered;
    const report = readReport(response);
    for (let number = 1; number <= 3; number += 1) {
      if (number > 1) sending.write(toLine(number));
      expect((await report.next()).value).toMatchObject({ line: number, outcome: 'created' });
    }
    sending.end();
    expect((await report.next()).value).toMatchObject({ isComplete: true, created: 3 });
  });

  it('A sender who stays silent is cut with a report, and another import can begin', async () => {
    const { sending, answered } = begin();
    sending.write(`${toLine(1)}{"kind":`);
    const [response] = await answered;
    const busy = await importNothing();
    expect([busy.statusCode, json(busy)['reason']]).toEqual([429, 'tooManyRequests']);
    expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
    const lines: object[] = [];
    for await (const line of readReport(response)) lines.push(line);
    expect(lines).toMatchObject([
      { line: 1, outcome: 'created' },
      { line: 2, outcome: 'failed', reason: 'requestTimeout', reasonMessage: expect.any(String) },
      { isComplete: false, created: 1, failed: 1 },
    ]);
    expect(response.complete).toBe(true);
    if (!sending.destroyed) await once(sending, 'close'); // the server has closed the connection
    expect((await importNothing()).statusCode).toBe(200);
  });

  it('A sender who breaks the connection lets another import begin', async () => {
    const { sending, answered } = begin();
    sending.write(toLine(1));
    await answered;
    sending.destroy();
    await expect.poll(async () => (await importNothing()).statusCode).toBe(200);
  });

  it('A client who never reads the report is cut, and another import can begin', async () => {
    const { sending, answered } = begin();
    const broken = `{"kind":"${'x'.repeat(200)}","externalId":"${'y'.repeat(200)}"}\n`;
    sending.end(broken.repeat(20_000)); // its report is larger than what the sockets buffer
    const [response] = await answered;
    response.on('error', () => undefined);
    await expect
      .poll(async () => (await importNothing()).statusCode, { timeout: scaleTimeout(20_000) })
      .toBe(200);
    response.resume();
    await expect.poll(() => response.destroyed).toBe(true);
    expect(response.complete).toBe(false);
  });

  it('A server that stops ends an import with a report', async () => {
    const { sending, answered } = begin();
    sending.write(toLine(1));
    const [response] = await answered;
    const report = readReport(response);
    expect((await report.next()).value).toMatchObject({ line: 1, outcome: 'created' });
    const stopped = server.app.close();
    const lines: object[] = [];
    for await (const line of report) lines.push(line);
    expect(lines).toMatchObject([
      { line: 2, outcome: 'failed', reason: 'unavailable' },
      { isComplete: false, created: 1, failed: 1 },
    ]);
    await stopped;
  });
});
