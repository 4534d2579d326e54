import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getProcess, submitProcess, type FormSession } from '#schemas/assistants.ts';
import { call, callJson } from './call.ts';
import { formSession } from './formSession.ts';

vi.mock('./config.ts', () => ({ publicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }) }));

type Received = { url: string | undefined; headers: IncomingMessage['headers']; body: string };
type Answer = { status: number; body: unknown } | 'cut';

const session = (accessToken: string): FormSession => ({ accessToken, workflowKey: 'w1', accountId: 'a1', workflowType: 'ASSISTENT' });
const unauthorized = { status: 401, body: { reason: 'unauthorized', reasonMessage: 'Ihr Zugang ist abgelaufen.' } };

let server: Server;
let received: Received[];
let answer: (request: Received) => Answer;

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => { body += String(chunk); });
    request.on('end', () => {
      const call = { url: request.url, headers: request.headers, body };
      received.push(call);
      const answered = answer(call);
      if (answered === 'cut') return void request.socket.destroy();
      response.writeHead(answered.status).end(JSON.stringify(answered.body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  formSession.set(session('old'));
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

const renewals = () => received.filter(({ url }) => url === '/api/assistants/process/access');
const read = () => callJson({ endpoint: getProcess, query: { workflowKey: 'w1' } });

it('sends what the contract says, every try with the same key', async () => {
  answer = () => (received.length < 3 ? 'cut' : { status: 200, body: { ok: true } });
  const body = { revision: 1, answers: [], language: 'de' };
  expect(await callJson({ endpoint: submitProcess, query: { workflowKey: 'w 1' }, body, idempotencyKey: 'k1' })).toEqual({ data: { ok: true } });
  expect(received).toHaveLength(3);
  for (const { url, headers, body: sent } of received) {
    expect([url, JSON.parse(sent)]).toEqual(['/api/assistants/process?workflowKey=w+1', body]);
    expect(headers).toMatchObject({ 'idempotency-key': 'k1', 'accept-language': 'de', 'x-application-key': 'app', 'x-api-key': 'web', authorization: 'Bearer old' });
  }
});

it('renews an ended token once for all calls that wait for it, and sends them again', async () => {
  answer = ({ url, headers }) => {
    if (url === '/api/assistants/process/access') return { status: 200, body: session('new') };
    return headers.authorization === 'Bearer new' ? { status: 200, body: { ok: true } } : unauthorized;
  };
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill({ data: { ok: true } }));
  expect(renewals().map(({ body, headers }) => [body, headers.authorization])).toEqual([['{"workflowKey":"w1"}', undefined]]);
});

it('renews for bytes as well', async () => {
  answer = () => ({ status: 200, body: session('new') });
  const tokens: (string | undefined)[] = [];
  const outcome = await call(getProcess, async (headers) => {
    tokens.push(headers['Authorization']);
    return headers['Authorization'] === 'Bearer new' ? { status: 200, body: 'bytes' } : unauthorized;
  });
  expect([outcome, tokens]).toEqual([{ data: 'bytes' }, ['Bearer old', 'Bearer new']]);
});

it('says why the token could not be renewed', async () => {
  const sent = { reason: 'alreadySubmitted', reasonMessage: 'Diese Angaben sind schon abgeschickt.' };
  answer = ({ url }) => (url === '/api/assistants/process/access' ? { status: 409, body: sent } : unauthorized);
  expect(await read()).toMatchObject({ error: { status: 409, problem: sent } });
  expect(renewals()).toHaveLength(1);
});

it('leaves a refused call alone where there is nothing to renew', async () => {
  formSession.set(undefined);
  answer = () => unauthorized;
  expect(await read()).toMatchObject({ error: { status: 401 } });
  expect(received).toHaveLength(1);
});
