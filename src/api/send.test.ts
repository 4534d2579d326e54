import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSend } from './send.ts';

type Answer = { status: number; body?: string } | 'cut';

describe('send', () => {
  let server: Server;
  let root: string;
  let answers: Answer[];
  let received: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string }[];
  let delays: number[];

  beforeEach(async () => {
    [answers, received, delays] = [[], [], []];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => { body += String(chunk); });
      request.on('end', () => {
        received.push({ method: request.method, url: request.url, headers: request.headers, body });
        const answer = answers.shift() ?? { status: 200, body: '{"ok":true}' };
        if (answer === 'cut') return void request.socket.destroy();
        response.writeHead(answer.status).end(answer.body ?? '');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => void server.close());

  const call = { method: 'POST', path: '/messages?x=1', body: { text: 'Hallo' }, headers: { 'idempotency-key': 'k1', 'accept-language': 'de' } };
  const send = () => createSend(root, undefined, async (ms) => void delays.push(ms))(call);

  it('sends what it was given and answers the body', async () => {
    expect(await send()).toEqual({ data: { ok: true } });
    expect(received).toMatchObject([{ method: 'POST', url: '/messages?x=1', body: '{"text":"Hallo"}', headers: { 'idempotency-key': 'k1', 'accept-language': 'de' } }]);
  });

  it.each([503, 204])('takes %i as not ready: again after a second, nine times', async (status) => {
    answers = Array.from({ length: 20 }, () => ({ status }));
    expect(await send()).toMatchObject({ error: { status } });
    expect(delays).toEqual(Array(9).fill(1000));
    expect(received).toHaveLength(10);
  });

  it.each<[string, Answer]>([['a broken connection', 'cut'], ['a 500', { status: 500 }]])('tries again twice after %s, with the same key', async (_, answer) => {
    answers = [answer, answer];
    expect(await send()).toEqual({ data: { ok: true } });
    expect(delays).toEqual([200, 200]);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['k1']));
  });

  it('gives up after the third try and says that no answer came', async () => {
    answers = ['cut', 'cut', 'cut', 'cut'];
    expect(await send()).toEqual({ error: { status: 0, problem: undefined, isAuthenticationError: false, isConflict: false } });
    expect(received).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 406, 409, 413, 422, 423, 429])('takes %i as final', async (status) => {
    answers = [{ status, body: JSON.stringify({ reason: 'x', reasonMessage: 'Nein.' }) }];
    expect(await send()).toEqual({ error: { status, problem: { reason: 'x', reasonMessage: 'Nein.' }, isAuthenticationError: status === 401, isConflict: status === 409 } });
    expect(received).toHaveLength(1);
  });
});
