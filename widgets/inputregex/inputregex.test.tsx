// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';
import { fixtures } from './fixtures.ts';

const [{ element }] = fixtures as [(typeof fixtures)[number]];

it.each([
  ['de', 'Schreiben Sie es so: HH-JW 1204.'],
  ['en', 'Write it like this: HH-JW 1204.'],
] as const)(
  'A wrong text in %s is rejected with the author’s message',
  async (language, message) => {
    const store = await showElement(element, { language });
    const field = screen.getByRole('textbox');
    await userEvent.type(field, 'hhjw1204');
    await userEvent.tab();
    expect(field).toHaveValue('hhjw1204');
    expect(store.get('plate')).toBe('hhjw1204');
    expect(field).toHaveAccessibleDescription(new RegExp(message));
  },
);

it('A pasted text is trimmed', async () => {
  const store = await showElement(element);
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste(' HH-JW 1204\n');
  await userEvent.tab();
  expect(store.get('plate')).toBe('HH-JW 1204');
  expect(screen.getByRole('textbox')).not.toHaveAttribute('aria-invalid');
});
