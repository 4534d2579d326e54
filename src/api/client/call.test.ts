import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getProcess, submitProcess, type FormSession } from '#schemas/forms/assistants.ts';
import { hourMs, secondMs } from '#schemas/platform/time.ts';
import { listParticipants } from '#schemas/forms/experts.ts';
import { sessionLimits } from '#schemas/access/limits.ts';
import { listSessions, login, refreshSession, type UserSession } from '#schemas/access/sessions.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { readStored, removeStored, writeStored } from '#src/device/storage.ts';
import { call, callJson } from './call.ts';
import { formSession } from './formSession.ts';
import { sendPendingLogouts } from '#src/api/access/sessions.ts';
import { userSessions } from './userSessions.ts';

vi.mock('./config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));

type Received = { url: string | undefined; headers: IncomingMessage['headers']; body: string };
type Answer = { status: number; body: unknown } | 'cut';

const session = (accessToken: string): FormSession => ({
  accessToken,
  workflowKey: 'w1',
  accountId: 'a1',
  workflowType: 'ASSISTENT',
});
const unauthorized = {
  status: 401,
  body: { reason: 'unauthorized', reasonMessage: 'Ihr Zugang ist abgelaufen.' },
};

let server: Server;
let received: Received[];
let answer: (request: Received) => Answer;

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const call = { url: request.url, headers: request.headers, body };
      received.push(call);
      const answered = answer(call);
      if (answered === 'cut') return void request.socket.destroy();
      response
        .writeHead(answered.status, { 'cache-control': 'no-store' })
        .end(JSON.stringify(answered.body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  formSession.set(session('old'));
});
afterEach(() => {
  removeStored('registeredSession');
  removeStored('unregisteredSession');
  server.close();
  vi.unstubAllGlobals();
});

const renewals = () => received.filter(({ url }) => url === '/api/assistants/process/access');
const read = () => callJson({ endpoint: getProcess, query: { workflowKey: 'w1' } });

it('Every attempt of a call has the same Idempotency-Key', async () => {
  answer = () => (received.length < 3 ? 'cut' : { status: 200, body: { ok: true } });
  const body = { revision: 1, answers: [], language: 'de' };
  expect(
    await callJson({
      endpoint: submitProcess,
      query: { workflowKey: 'w 1' },
      body,
      idempotencyKey: 'k1',
    }),
  ).toEqual({ data: { ok: true } });
  expect(received).toHaveLength(3);
  for (const { url, headers, body: sent } of received) {
    expect([url, JSON.parse(sent)]).toEqual(['/api/assistants/process?workflowKey=w+1', body]);
    expect(headers).toMatchObject({
      'idempotency-key': 'k1',
      'accept-language': 'de',
      'x-application-key': 'app',
      'x-api-key': 'web',
      authorization: 'Bearer old',
    });
  }
});

it('An expired token is renewed once for all calls, which are then sent again', async () => {
  answer = ({ url, headers }) => {
    if (url === '/api/assistants/process/access') return { status: 200, body: session('new') };
    return headers.authorization === 'Bearer new'
      ? { status: 200, body: { ok: true } }
      : unauthorized;
  };
  expect(await Promise.all([read(), read(), read()])).toEqual(
    Array(3).fill({ data: { ok: true } }),
  );
  expect(renewals().map(({ body, headers }) => [body, headers.authorization])).toEqual([
    ['{"workflowKey":"w1"}', undefined],
  ]);
});

it('A response teaches the page the server’s time', async () => {
  answer = () => ({ status: 200, body: { ok: true } });
  const getTrueNow = () => performance.timeOrigin + performance.now();
  vi.useFakeTimers({ toFake: ['Date'], now: getTrueNow() - 2 * hourMs });
  await read();
  const error = Math.abs(getServerNow() - getTrueNow());
  vi.useRealTimers();
  expect(error).toBeLessThan(3 * secondMs);
});

it('A download renews the token too', async () => {
  answer = () => ({ status: 200, body: session('new') });
  const tokens: (string | undefined)[] = [];
  const outcome = await call(getProcess, async (headers) => {
    tokens.push(headers['Authorization']);
    return headers['Authorization'] === 'Bearer new'
      ? { status: 200, body: 'bytes' }
      : unauthorized;
  });
  expect([outcome, tokens]).toEqual([{ data: 'bytes' }, ['Bearer old', 'Bearer new']]);
});

it('A failed renewal is the error of the call', async () => {
  const sent = {
    reason: 'alreadySubmitted',
    reasonMessage: 'Diese Angaben sind schon abgeschickt.',
  };
  answer = ({ url }) =>
    url === '/api/assistants/process/access' ? { status: 409, body: sent } : unauthorized;
  expect(await read()).toMatchObject({ error: { status: 409, problem: sent } });
  expect(renewals()).toHaveLength(1);
});

it('A 401 without a token is not retried', async () => {
  formSession.set(undefined);
  answer = () => unauthorized;
  expect(await read()).toMatchObject({ error: { status: 401 } });
  expect(received).toHaveLength(1);
});

const user = {
  userId: 'u1',
  firstName: 'Jonas',
  lastName: 'Wieland',
  salutation: 'Herr',
  email: 'jonas@example.com',
  username: 'j.wieland',
  userStatus: 1 as const,
  accountId: 'a1',
  accountIds: ['a1'],
  accountIdsWithoutDashboard: [],
  uniqueAccountKeys: [],
  hasProfilePicture: false,
};
const userSession = (accessToken: string): UserSession => ({ accessToken, sessionId: 's1', user });
const refreshes = () => received.filter(({ url }) => url === `/api${refreshSession.path}`);
const tokens = () =>
  received
    .filter(({ url }) => url !== `/api${refreshSession.path}`)
    .map(({ headers }) => headers.authorization);
const listOwn = () => callJson({ endpoint: listSessions, params: { userId: 'u1' } });
const findExperts = () =>
  callJson({ endpoint: listParticipants, params: { acc: 'a1', postalCode: '20259' } });

describe('a user’s login', () => {
  beforeEach(() => formSession.set(undefined));

  it('A call sends the token of a session kind it accepts, the registered one first', async () => {
    answer = () => ({ status: 200, body: {} });
    userSessions.start('unregistered', userSession('by-pin'));
    await findExperts();
    userSessions.start('registered', userSession('by-password'));
    await findExperts();
    await callJson({ endpoint: login, body: { Username: 'j.wieland', Password: 'x' } });
    formSession.set(session('of-the-form'));
    await findExperts();
    await listOwn();
    expect(tokens()).toEqual([
      'Bearer by-pin',
      'Bearer by-password',
      undefined,
      'Bearer of-the-form',
      'Bearer by-password',
    ]);
  });

  it('A refused token is renewed once for all calls, which are then sent again', async () => {
    answer = ({ url, headers }) => {
      if (url === `/api${refreshSession.path}`) return { status: 200, body: userSession('new') };
      return headers.authorization === 'Bearer new'
        ? { status: 200, body: { ok: true } }
        : unauthorized;
    };
    userSessions.start('registered', userSession('old'));
    expect(await Promise.all([listOwn(), listOwn(), findExperts()])).toEqual(
      Array(3).fill({ data: { ok: true } }),
    );
    expect(refreshes().map(({ body }) => body)).toEqual(['{"kind":"registered"}']);
    expect(userSessions.live('registered')?.accessToken).toBe('new');
  });

  it('A token is renewed before it expires', async () => {
    answer = ({ url }) =>
      url === `/api${refreshSession.path}`
        ? { status: 200, body: userSession('new') }
        : { status: 200, body: {} };
    const { accessTokenSeconds, refreshAheadSeconds } = sessionLimits;
    const receivedSecondsAgo = (seconds: number) =>
      writeStored('registeredSession', {
        ...userSession('old'),
        receivedAt: Date.now() - seconds * 1000,
      });
    receivedSecondsAgo(accessTokenSeconds - refreshAheadSeconds - 30);
    await listOwn();
    receivedSecondsAgo(accessTokenSeconds - refreshAheadSeconds + 1);
    await listOwn();
    receivedSecondsAgo(-1); // by a tab whose clock is slightly ahead
    await listOwn();
    receivedSecondsAgo(-refreshAheadSeconds - 1); // before the clock was set back
    await listOwn();
    expect(tokens()).toEqual(['Bearer old', 'Bearer new', 'Bearer old', 'Bearer new']);
  });

  it('A session ends if its renewal fails; its user and the other session stay', async () => {
    answer = () => unauthorized;
    userSessions.start('registered', userSession('old'));
    userSessions.start('unregistered', userSession('by-pin'));
    expect(await listOwn()).toMatchObject({ error: { status: 401 } });
    expect(readStored('registeredSession')).toEqual({
      hasEnded: true,
      user: { userId: 'u1', username: 'j.wieland' },
    });
    expect(userSessions.live('unregistered')?.accessToken).toBe('by-pin');
  });

  it('A session ends if a renewed token is refused', async () => {
    answer = ({ url }) =>
      url === `/api${refreshSession.path}`
        ? { status: 200, body: userSession('new') }
        : unauthorized;
    userSessions.start('registered', userSession('old'));
    await listOwn();
    expect([refreshes().length, userSessions.live('registered')]).toEqual([1, undefined]);
  });

  it('A session survives an expired token of another tab', async () => {
    answer = ({ url, headers }) => {
      if (url === `/api${refreshSession.path}`) return { status: 200, body: userSession('new') };
      if (headers.authorization === 'Bearer old')
        writeStored('registeredSession', {
          ...userSession('of-another-tab'),
          receivedAt: Date.now(),
        });
      return headers.authorization === 'Bearer new'
        ? { status: 200, body: { ok: true } }
        : unauthorized;
    };
    userSessions.start('registered', userSession('old'));
    expect(await listOwn()).toEqual({ data: { ok: true } });
    expect([refreshes().length, userSessions.live('registered')?.accessToken]).toEqual([1, 'new']);
  });

  it('A session survives a refused token if a newer one exists', async () => {
    answer = ({ url, headers }) => {
      if (url === `/api${refreshSession.path}`) return { status: 200, body: userSession('new') };
      if (headers.authorization === 'Bearer new')
        writeStored('registeredSession', {
          ...userSession('of-another-tab'),
          receivedAt: Date.now(),
        });
      return unauthorized;
    };
    userSessions.start('registered', userSession('old'));
    expect(await listOwn()).toMatchObject({ error: { status: 401 } });
    expect(userSessions.live('registered')?.accessToken).toBe('of-another-tab');
  });

  it('A session survives an offline renewal and a wrong password', async () => {
    answer = ({ url }) => (url === `/api${refreshSession.path}` ? 'cut' : unauthorized);
    userSessions.start('registered', userSession('old'));
    expect(await listOwn()).toMatchObject({ error: { status: 0 } });
    answer = () => ({
      status: 401,
      body: { reason: 'wrongCredentials', reasonMessage: 'Falsch.' },
    });
    await callJson({ endpoint: login, body: { Username: 'j.wieland', Password: 'x' } });
    expect(userSessions.live('registered')?.accessToken).toBe('old');
  });

  it('A pending logout does not end a later session', async () => {
    writeStored('pendingLogouts', ['registered', 'unregistered']);
    userSessions.start('registered', userSession('new'));
    answer = () => ({ status: 200, body: { ended: true } });
    await sendPendingLogouts();
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { kind: 'unregistered' },
    ]);
    expect([readStored('pendingLogouts'), userSessions.live('registered')?.accessToken]).toEqual([
      undefined,
      'new',
    ]);
  });

  it('A renewal does not restore a session after a logout', async () => {
    answer = ({ url }) => {
      if (url !== `/api${refreshSession.path}`) return unauthorized;
      removeStored('registeredSession');
      return { status: 200, body: userSession('new') };
    };
    userSessions.start('registered', userSession('old'));
    await listOwn();
    expect(readStored('registeredSession')).toBeUndefined();
  });
});
