// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KnownPerson } from '#schemas/users.rules.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { barsOf } from './bars.ts';

const element = {
  id: 'password',
  type: 'newpassword',
  label: 'Passwort',
  repeatLabel: 'Passwort wiederholen',
  required: true,
};

/** Answers as zxcvbn's worker would. */
class FakeWorker {
  static made = 0;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  constructor() {
    FakeWorker.made += 1;
  }
  postMessage({ password }: { password: string }) {
    this.onmessage?.({ data: { password, score: 4 } });
  }
  terminate() {
    return undefined;
  }
}

afterEach(() => {
  FakeWorker.made = 0;
  vi.unstubAllGlobals();
});

async function show(person: KnownPerson = {}) {
  vi.stubGlobal('Worker', FakeWorker);
  const onSubmit = vi.fn();
  const engine = createTestEngine([element], {}, person);
  await act(
    async () => void render(<TestForm elements={[element]} engine={engine} onSubmit={onSubmit} />),
  );
  const field = await screen.findByLabelText(/^Passwort(?! w)/, { selector: 'input' });
  return {
    onSubmit,
    user: userEvent.setup(),
    store: engine.store,
    field,
    repeat: screen.getByLabelText(/^Passwort wiederholen/, { selector: 'input' }),
  };
}
const met = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => item.hasAttribute('data-met'))
    .map(({ textContent }) => textContent);

it('is typed twice, and sent as both', async () => {
  const { user, field, repeat, onSubmit } = await show();
  await user.type(field, 'Fahrrad-im-Regen');
  await user.type(repeat, 'Fahrrad-im-Regen');
  await user.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(onSubmit).toHaveBeenCalledWith({
    password: { password: 'Fahrrad-im-Regen', repeated: 'Fahrrad-im-Regen' },
  });
});

it('says what is wrong only when both fields are left, and at the field it is about', async () => {
  const { user, field, repeat } = await show();
  await user.type(field, 'Fahrrad-im-Regen');
  await user.click(repeat);
  expect(field).not.toHaveAttribute('aria-invalid');
  await user.type(repeat, 'Fahrrad-im');
  await user.click(document.body);
  expect(screen.getAllByText('Die Passwörter stimmen nicht überein.')[0]).toBeVisible();
  expect([field, repeat].map((each) => each.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  expect([field, repeat].map((each) => each.getAttribute('aria-describedby'))).toEqual([
    null,
    expect.any(String),
  ]);
  await user.type(repeat, '-Regen');
  expect(repeat).not.toHaveAttribute('aria-invalid');
});

it('asks nobody to repeat it who has only typed it once', async () => {
  const { user, field, repeat } = await show();
  await user.type(field, 'Fahrrad-im-Regen');
  await user.click(document.body);
  expect(screen.queryByText(/ein zweites Mal/)).toBeNull();
  await user.clear(field);
  await user.type(field, 'Kurz-1');
  await user.click(document.body);
  expect(field).toHaveAccessibleDescription(/^Passwort Mindestlänge/);
  expect(repeat).not.toHaveAccessibleDescription();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Passwort Mindestlänge: 8 Zeichen. Es fehlen 2 Zeichen.',
  );
});

it('shows while typing what it is made of', async () => {
  const { user, field } = await show({ username: 'j.wieland' });
  expect(met()).toEqual([]);
  await user.type(field, 'j.wieland-7');
  expect(met()).toEqual([
    'Kleinbuchstaben',
    'Sonderzeichen',
    'Ziffern',
    'Mindestens 8 Zeichen',
    'Keine Folge wie aaa oder 12345',
    'Kein häufiges Passwort',
  ]);
});

it('fetches the words to compare with when somebody types, and once', async () => {
  const { user, field } = await show();
  expect(FakeWorker.made).toBe(0);
  await user.type(field, 'Fahrrad');
  expect(FakeWorker.made).toBe(1);
});

it('offers to make a password up, and takes a pasted one', async () => {
  const { user, field, repeat, store } = await show();
  expect([field, repeat].map((each) => each.getAttribute('autocomplete'))).toEqual([
    'new-password',
    'new-password',
  ]);
  await user.click(field);
  await user.paste('Fahrrad-im-Regen');
  expect(store.get('password')).toEqual({ password: 'Fahrrad-im-Regen', repeated: '' });
});

describe('the meter', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ] as const)('shows score %s with %s bars', (score, bars) =>
    expect(barsOf(score, 'Fahrrad-im-Regen-7', {})).toBe(bars),
  );
  it('fills its last bar only for one of all kinds of characters', () =>
    expect(barsOf(4, 'Fahrrad-im-Regen', {})).toBe(3));
  it('calls no password good that is refused', () =>
    expect(barsOf(4, 'fahrradimregen', {})).toBe(2));
});

it('is pasted, as a password manager does it, and kept to its last character', async () => {
  const { user, field, repeat, onSubmit } = await show();
  const password = ' Ä€🦊 Grüße\u00a07 ';
  for (const each of [field, repeat]) {
    await user.click(each);
    await user.paste(password);
  }
  await user.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(onSubmit).toHaveBeenCalledWith({ password: { password, repeated: password } });
});

it('tells of two that differ as soon as the second is left, also for the button beside it, and leads to the second', async () => {
  const { user, field, repeat } = await show();
  await user.type(field, 'Fahrrad-im-Regen');
  await user.type(repeat, 'Fahrrad-im');
  await user.tab(); // to the button that shows it
  expect(repeat).toHaveAccessibleDescription('Die Passwörter stimmen nicht überein.');
  await user.click(screen.getByRole('button', { name: 'Absenden' }));
  await user.click(
    screen.getByRole('link', {
      name: 'Passwort wiederholen: Die Passwörter stimmen nicht überein.',
    }),
  );
  expect(repeat).toHaveFocus();
});

it('says while it is typed how much is missing, in place of how strong it is, and once it is left only at the field', async () => {
  const { user, field } = await show();
  await user.type(field, 'Kurz-17');
  const short = () =>
    screen.queryByText('Noch zu kurz: Es fehlt 1 Zeichen.', { ignore: '[role=status]' });
  expect(short()).toBeVisible();
  expect(screen.queryByText(/^Stärke/, { ignore: '[role=status]' })).toBeNull();
  await user.click(document.body);
  expect(short()).toBeNull();
  expect(field).toHaveAccessibleDescription(/^Passwort Mindestlänge/);
});
