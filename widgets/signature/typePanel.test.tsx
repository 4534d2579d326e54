// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';
import { fixtures } from './fixtures.ts';
import type { SignatureAnswer } from './signatureAnswer.ts';

/** jsdom draws nothing. */
function stubCanvas(): void {
  const context = new Proxy({}, { get: () => () => undefined, set: () => true });
  const { prototype } = HTMLCanvasElement;
  vi.spyOn(prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D);
  vi.spyOn(prototype, 'toDataURL').mockReturnValue('data:image/png;base64,');
}
afterEach(() => void vi.restoreAllMocks());

it('A typed name is cleaned in the signature at once, and in its field when that is left', async () => {
  stubCanvas();
  const store = await showElement({ id: 'signature', type: 'signature', label: 'Unterschrift' });
  await userEvent.click(screen.getByRole('button', { name: 'Tippen' }));
  const field = screen.getByRole('textbox');
  await userEvent.type(field, ' Jonas\u200B\u00A0Ott ');
  expect(store.get('signature')).toMatchObject({ method: 'typed', name: 'Jonas Ott' });
  expect(field).toHaveValue(' Jonas\u200B\u00A0Ott ');
  await userEvent.tab();
  expect(field).toHaveValue('Jonas Ott');
  await userEvent.clear(field);
  expect(store.get('signature')).toBeUndefined();
});

it('A typed name without a letter is shown as no signature, with the way to sign', async () => {
  stubCanvas();
  await showElement({ id: 'signature', type: 'signature', label: 'Unterschrift' });
  await userEvent.click(screen.getByRole('button', { name: 'Tippen' }));
  const field = screen.getByRole('textbox');
  await userEvent.type(field, '.');
  expect(screen.getByText(/Geben Sie Ihren Vor- und Nachnamen ein/)).toBeVisible();
  expect(screen.getByRole('img')).toHaveAccessibleName('Unterschrift, noch leer');
  expect(screen.queryByText('Ihre Unterschrift ist eingetragen.')).toBeNull();
  await userEvent.type(field, 'Ott');
  expect(screen.queryByText(/Geben Sie Ihren Vor- und Nachnamen ein/)).toBeNull();
  expect(screen.getByText('Ihre Unterschrift ist eingetragen.')).toBeInTheDocument();
});

it("A signature shows the day of the visitor's time zone", async () => {
  const signedAt = new Date(2026, 2, 3, 23, 30).toISOString(); // 4 March in Germany, west of it
  const typed = fixtures[0]?.valid[1] as SignatureAnswer;
  await showElement(
    { id: 'signature', type: 'signature', label: 'Unterschrift' },
    { value: { ...typed, signedAt } },
  );
  expect(screen.getByText('3. März 2026')).toBeVisible();
});
