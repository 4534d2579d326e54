// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useStatement } from './useStatement.ts';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
afterEach(() => vi.unstubAllGlobals());

const [before, now] = ['a'.repeat(64), 'b'.repeat(64)];

/** Opens the terms for a box with this hash; the server returns these answers in turn. */
function read(hash: string | undefined, ...answers: ({ agb: string; hash: string } | 'error')[]) {
  const asked = vi.fn(async () => {
    const answer = answers[Math.min(asked.mock.calls.length, answers.length) - 1];
    return answer === 'error'
      ? Response.json({ reason: 'notFound', reasonMessage: '' }, { status: 404 })
      : Response.json(answer);
  });
  vi.stubGlobal('fetch', asked);
  const { result } = renderHook(() => useStatement('account', 'agbAccepted', hash));
  return {
    asked,
    shown: () =>
      result.current.isFetching
        ? undefined
        : { text: result.current.text, isOther: result.current.isOther },
    failed: () => result.current.error !== undefined,
    retry: () => act(async () => result.current.refetch()),
  };
}

it('The dialog shows the text with the checkbox’s hash', async () => {
  const { asked, shown } = read(now, { agb: 'new', hash: now });
  await waitFor(() => expect(shown()).toEqual({ text: 'new', isOther: false }));
  expect(asked).toHaveBeenCalledTimes(1);
});

it('An older text is loaded again', async () => {
  const { asked, shown } = read(now, { agb: 'old', hash: before }, { agb: 'new', hash: now });
  await waitFor(() => expect(shown()).toEqual({ text: 'new', isOther: false }));
  expect(asked).toHaveBeenCalledTimes(2);
});

it('A newer text is reported and not loaded a third time', async () => {
  const { asked, shown } = read(before, { agb: 'new', hash: now });
  await waitFor(() => expect(shown()).toEqual({ text: 'new', isOther: true }));
  expect(asked).toHaveBeenCalledTimes(2);
});

it('A reader without a checkbox gets any text', async () => {
  const { shown } = read(undefined, { agb: 'old', hash: before });
  await waitFor(() => expect(shown()).toEqual({ text: 'old', isOther: false }));
});

it('A failed reload shows no older text', async () => {
  const { shown, failed, retry } = read(now, { agb: 'old', hash: before }, 'error', {
    agb: 'new',
    hash: now,
  });
  await waitFor(() => expect(failed()).toBe(true));
  expect(shown()).toEqual({ text: undefined, isOther: false });
  await retry();
  await waitFor(() => expect(shown()).toEqual({ text: 'new', isOther: false }));
});
