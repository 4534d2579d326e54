// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KnownPerson } from '#schemas/platform/common.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { countBars } from './countBars.ts';

const element = {
  id: 'password',
  type: 'newpassword',
  label: 'Passwort',
  repeatLabel: 'Passwort wiederholen',
  required: true,
};

/** Responds like zxcvbn's worker. */
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

it('A new password is typed twice, and both are stored', async () => {
  const { user, field, repeat, onSubmit } = await show();
  await user.type(field, 'Fahrrad-im-Regen');
  await user.type(repeat, 'Fahrrad-im-Regen');
  await user.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(onSubmit).toHaveBeenCalledWith({
    password: { password: 'Fahrrad-im-Regen', repeated: 'Fahrrad-im-Regen' },
  });
});

it('A password that is repeated with decomposed umlauts is the same', async () => {
  const { user, field, repeat, onSubmit } = await show();
  await user.type(field, 'Schöne-Füße-9');
  await user.click(repeat);
  await user.paste('Scho\u0308ne-Fu\u0308ße-9');
  await user.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('An error is shown when both fields are left, at the wrong field', async () => {
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

it('A password typed once shows no mismatch', async () => {
  const { user, field, repeat } = await show();
  await user.type(field, 'Fahrrad-im-Regen');
  await user.click(document.body);
  expect(screen.queryByText(/ein zweites Mal/)).toBeNull();
  await user.clear(field);
  await user.type(field, 'Kurz-1');
  await user.click(document.body);
  expect(field).toHaveAccessibleDescription(/, dann sind es 8/);
  expect(repeat).not.toHaveAccessibleDescription();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Passwort: Noch 2 Zeichen, dann sind es 8.',
  );
});

it('The criteria are updated while typing', async () => {
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

it('The dictionaries are loaded on the first key, once', async () => {
  const { user, field } = await show();
  expect(FakeWorker.made).toBe(0);
  await user.type(field, 'Fahrrad');
  expect(FakeWorker.made).toBe(1);
});

it('The field offers a generated password and accepts a pasted one', async () => {
  const { user, field, repeat, store } = await show();
  expect([field, repeat].map((each) => each.getAttribute('autocomplete'))).toEqual([
    'new-password',
    'new-password',
  ]);
  await user.click(field);
  await user.paste('Fahrrad-im-Regen');
  expect(store.get('password')).toEqual({ password: 'Fahrrad-im-Regen', repeated: '' });
});

describe('the strength meter', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ] as const)('Score %s shows %s bars', (score, bars) =>
    expect(countBars(score, 'Fahrrad-im-Regen-7', {})).toBe(bars),
  );
  it('The last bar needs all kinds of characters', () =>
    expect(countBars(4, 'Fahrrad-im-Regen', {})).toBe(3));
  it('A rejected password is never called good', () =>
    expect(countBars(4, 'fahrradimregen', {})).toBe(2));
});

it('A password pasted by a password manager keeps its last character', async () => {
  const { user, field, repeat, onSubmit } = await show();
  const password = ' Ä€🦊 Grüße\u00a07 ';
  for (const each of [field, repeat]) {
    await user.click(each);
    await user.paste(password);
  }
  await user.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(onSubmit).toHaveBeenCalledWith({ password: { password, repeated: password } });
});

it('A mismatch is shown when the second field is left; its link focuses that field', async () => {
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

it('What is missing is shown while typing, and after blur only at the field', async () => {
  const { user, field } = await show();
  await user.type(field, 'Kurz-17');
  const short = () => screen.queryByText('Noch ein Zeichen.', { ignore: '[role=status]' });
  expect(short()).toBeVisible();
  expect(screen.queryByText(/^Stärke/, { ignore: '[role=status]' })).toBeNull();
  await user.click(document.body);
  expect(short()).toBeNull();
  expect(field).toHaveAccessibleDescription(/, dann sind es 8/);
});

it('A short password that was typed twice is reported once, at the first field', async () => {
  const { user, field, repeat } = await show();
  await user.type(field, 'Kurz');
  await user.type(repeat, 'Kurz');
  await user.click(document.body);
  expect(screen.getAllByText(/dann sind es 8|Noch 4/, { ignore: '[role=status]' })).toHaveLength(1);
  expect(field).toHaveAccessibleDescription(/, dann sind es 8/);
  expect(repeat).not.toHaveAccessibleDescription();
});
