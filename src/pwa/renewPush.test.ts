import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renewPush } from './renewPush.ts';

const publicKey = `B${'A'.repeat(86)}`;
const made = { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } };

let calls: { method: string; path: string; authorization: string | null; body: unknown }[];
let answers: Record<string, { status?: number; body: object }>;
const subscribe = vi.fn(async () => ({ toJSON: () => ({ ...made, expirationTime: null }) }));
const manager = { getSubscription: async () => null, subscribe } as unknown as PushManager;

beforeEach(() => {
  calls = [];
  subscribe.mockClear();
  answers = {
    'GET /api/config': { body: { applicationKey: 'app', apiKey: 'web' } },
    'POST /api/v2.0/authenticate/refresh': { body: { accessToken: 'token' } },
    'GET /api/v2.0/push': {
      body: { publicKey, subscription: { endpoint: 'https://push.example/old' } },
    },
    'PUT /api/v2.0/push': { body: {} },
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init;
    calls.push({
      method,
      path,
      authorization: new Headers(headers).get('authorization'),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    const { status = 200, body: answer = {} } = answers[`${method} ${path}`] ?? { body: {} };
    return Response.json(answer, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('A replaced subscription is made again with the server’s key, and sent by the session', async () => {
  await renewPush(manager);
  expect(subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
  });
  expect(calls.at(-1)).toEqual({
    method: 'PUT',
    path: '/api/v2.0/push',
    authorization: 'Bearer token',
    body: made,
  });
});

it('A user who has not turned notifications on is not subscribed', async () => {
  answers['GET /api/v2.0/push'] = { body: { publicKey, subscription: null } };
  await renewPush(manager);
  expect(subscribe).not.toHaveBeenCalled();
  expect(calls.map(({ method }) => method)).not.toContain('PUT');
});

it('Without a session nothing is subscribed', async () => {
  answers['POST /api/v2.0/authenticate/refresh'] = { status: 401, body: {} };
  await expect(renewPush(manager)).rejects.toThrow('401');
  expect(subscribe).not.toHaveBeenCalled();
});
