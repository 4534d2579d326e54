import { beforeEach, describe, expect, it } from 'vitest';
import { createSend, type Answer } from './send.ts';

describe('send', () => {
  let answers: (Answer | Error)[];
  let attempts: number;
  let delays: number[];
  beforeEach(() => {
    [answers, attempts, delays] = [[], 0, []];
  });

  const send = (isTriedOnce?: boolean) =>
    createSend(async (ms) => void delays.push(ms))(async () => {
      attempts += 1;
      const answer = answers.shift() ?? { status: 200, body: { ok: true } };
      if (answer instanceof Error) throw answer;
      return answer;
    }, isTriedOnce);
  const broken = new TypeError('Failed to fetch');

  it('answers the body', async () => {
    expect(await send()).toEqual({ data: { ok: true } });
    expect(attempts).toBe(1);
  });

  it.each([503, 204])('takes %i as not ready: again after a second, nine times', async (status) => {
    answers = Array.from({ length: 20 }, () => ({ status, body: undefined }));
    expect(await send()).toMatchObject({ error: { status } });
    expect(delays).toEqual(Array(9).fill(1000));
    expect(attempts).toBe(10);
  });

  it.each([
    ['a broken connection', broken],
    ['a 500', { status: 500, body: undefined }],
  ])('tries again twice after %s', async (_, answer) => {
    answers = [answer, answer];
    expect(await send()).toEqual({ data: { ok: true } });
    expect(delays).toEqual([200, 200]);
  });

  it.each([
    ['a broken connection', broken],
    ['a 500', { status: 500, body: undefined }],
  ])('does not try again after %s where each try counts', async (_, answer) => {
    answers = [answer, { status: 200, body: {} }];
    expect(await send(true)).toHaveProperty('error');
    expect(attempts).toBe(1);
  });

  it('gives up after the third try and says that no answer came', async () => {
    answers = [broken, broken, broken, broken];
    expect(await send()).toEqual({
      error: { status: 0, problem: undefined, isAuthenticationError: false, isConflict: false },
    });
    expect(attempts).toBe(3);
  });

  it.each([400, 401, 403, 404, 406, 409, 413, 422, 423, 429])(
    'takes %i as final',
    async (status) => {
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
    },
  );

  it('lets go of a call that somebody took back', async () => {
    answers = [new DOMException('Upload cancelled', 'AbortError')];
    await expect(send()).rejects.toThrow('Upload cancelled');
    expect(attempts).toBe(1);
  });
});
