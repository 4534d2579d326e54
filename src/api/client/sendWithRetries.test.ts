import { beforeEach, describe, expect, it } from 'vitest';
import { createRetryingSend, type Answer } from './sendWithRetries.ts';

describe('send', () => {
  let answers: (Answer | Error)[];
  let attempts: number;
  let delays: number[];
  beforeEach(() => {
    [answers, attempts, delays] = [[], 0, []];
  });

  const send = (isNeverRetried = false) =>
    createRetryingSend(async (ms) => void delays.push(ms))(
      async () => {
        attempts += 1;
        const answer = answers.shift() ?? { status: 200, body: { ok: true } };
        if (answer instanceof Error) throw answer;
        return answer;
      },
      { isNeverRetried },
    );
  const broken = new TypeError('Failed to fetch');

  it('A call returns the body of the response', async () => {
    expect(await send()).toEqual({ data: { ok: true } });
    expect(attempts).toBe(1);
  });

  it.each([503, 204])('%i means not ready: nine retries, one second apart', async (status) => {
    answers = Array.from({ length: 20 }, () => ({ status, body: undefined }));
    expect(await send()).toMatchObject({ error: { status } });
    expect(delays).toEqual(Array(9).fill(1000));
    expect(attempts).toBe(10);
  });

  it.each([
    ['a broken connection', broken],
    ['a 500', { status: 500, body: undefined }],
  ])('A call is retried twice after %s', async (_, answer) => {
    answers = [answer, answer];
    expect(await send()).toEqual({ data: { ok: true } });
    expect(delays).toEqual([200, 200]);
  });

  it.each([
    ['a broken connection', broken],
    ['a 500', { status: 500, body: undefined }],
  ])('A call that must run once is not retried after %s', async (_, answer) => {
    answers = [answer, { status: 200, body: {} }];
    expect(await send(true)).toHaveProperty('error');
    expect(attempts).toBe(1);
  });

  it('A call fails with a network error after three attempts', async () => {
    answers = [broken, broken, broken, broken];
    expect(await send()).toEqual({
      error: { status: 0, problem: undefined, isAuthenticationError: false, isConflict: false },
    });
    expect(attempts).toBe(3);
  });

  it.each([400, 401, 403, 404, 406, 409, 413, 422, 423, 429])('%i is final', async (status) => {
    answers = [{ status, body: { reason: 'x', reasonMessage: 'Nein.' } }];
    expect(await send()).toEqual({
      error: {
        status,
        problem: { reason: 'x', reasonMessage: 'Nein.' },
        isAuthenticationError: status === 401,
        isConflict: status === 409,
      },
    });
    expect(attempts).toBe(1);
  });

  it('An aborted call is not retried', async () => {
    answers = [new DOMException('Upload cancelled', 'AbortError')];
    await expect(send()).rejects.toThrow('Upload cancelled');
    expect(attempts).toBe(1);
  });
});
