// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { showElement } from '#src/engine/testing/showElement.tsx';

const field = () => screen.getByRole('textbox');

it.each<[Partial<FormElement>, string | null, string | null]>([
  [{ autocomplete: 'street-address' }, 'street-address', null],
  [{ prefill: 'm_vorname' }, 'given-name', null],
  [{ prefill: 'ph' }, 'tel', 'tel'],
  [{ prefill: 'ln', autocomplete: 'nickname' }, 'nickname', null],
  [{ format: 'email' }, 'email', 'email'],
  [{ format: 'postalcode' }, 'postal-code', 'numeric'],
  [{ inputMode: 'numeric' }, null, 'numeric'],
  [{}, null, null],
])(
  'An element with %j has the autocomplete token and keyboard for it',
  async (settings, purpose, keys) => {
    await showElement({ id: 'a', type: 'input', label: 'A', ...settings });
    expect([field().getAttribute('autocomplete'), field().getAttribute('inputmode')]).toEqual([
      purpose,
      keys,
    ]);
  },
);

it.each(['input', 'change'] as const)(
  'A password manager’s value is stored after the event %s',
  async (event) => {
    const store = await showElement({ id: 'a', type: 'input', label: 'A' });
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    act(() => {
      setValue?.call(field(), 'Jonas');
      fireEvent(field(), new Event(event, { bubbles: true }));
    });
    expect(store.get('a')).toBe('Jonas');
  },
);

it('A trailing space of the keyboard is trimmed; an address with an umlaut is kept', async () => {
  const store = await showElement({ id: 'a', type: 'input', label: 'A', format: 'email' });
  await userEvent.type(field(), 'jonas@müller.de ');
  expect(field()).toHaveValue('jonas@müller.de ');
  await userEvent.tab();
  expect(field()).toHaveValue('jonas@müller.de');
  expect(store.get('a')).toBe('jonas@müller.de');
});

it('Characters without a glyph leave the answer while typing, and the field on blur', async () => {
  const store = await showElement({ id: 'a', type: 'input', label: 'A', format: 'email' });
  await userEvent.click(field());
  await userEvent.paste('jonas@example.com\u200B');
  expect(field()).toHaveValue('jonas@example.com\u200B');
  expect(store.get('a')).toBe('jonas@example.com');
  await userEvent.tab();
  expect(field()).toHaveValue('jonas@example.com');
});

it('A form that is sent by Enter sends the cleaned text of the field', async () => {
  const store = await showElement({ id: 'a', type: 'input', label: 'A' });
  await userEvent.type(field(), 'Jana\u00A0Weber\u00AD{Enter}');
  expect(store.get('a')).toBe('Jana Weber');
});

it('Too long text is never cut; it is announced after a pause, not on every key', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const store = await showElement({ id: 'a', type: 'input', label: 'A', maxLength: 3 });
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) }).type(field(), 'Jonas');
  expect(store.get('a')).toBe('Jonas');
  expect(screen.getByText('2 Zeichen zu viel')).toBeVisible();
  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(spoken()).not.toContain('2 Zeichen zu viel');
  act(() => void vi.advanceTimersByTime(formLimits.announceDelayMs));
  expect(spoken()).toContain('2 Zeichen zu viel');
  vi.useRealTimers();
});
