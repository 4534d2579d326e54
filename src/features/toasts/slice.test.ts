import { expect, it } from 'vitest';
import { navigation } from '#src/lib/navigation.ts';
import { toasts, type Toast } from './slice.ts';

const saved = { level: 'success', text: 'Gespeichert.' } as const;
const after = (...actions: { type: string }[]) =>
  actions.reduce<Toast[]>(toasts.reducer, []).map(({ level, text }) => ({ level, text }));

it('says the same once, and last', () => {
  const failed = { level: 'error', text: 'Gespeichert.' } as const;
  expect(
    after(toasts.actions.shown(saved), toasts.actions.shown(failed), toasts.actions.shown(saved)),
  ).toEqual([failed, saved]);
});

it.each([
  ['logout', navigation.actions.loggedOut('here')],
  ['login', navigation.actions.loggedIn()],
])('takes back at the %s what was said before', (_, deed) =>
  expect(after(toasts.actions.shown(saved), deed)).toEqual([]),
);
