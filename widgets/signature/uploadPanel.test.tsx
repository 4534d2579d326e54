// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';

it('leaves a signature alone that was given in another way while a picture was read', async () => {
  let fail: () => void = () => undefined;
  vi.stubGlobal('createImageBitmap', () => new Promise((_, reject) => { fail = () => reject(new Error('no picture')); }));
  const store = await showElement({ id: 'signature', type: 'signature', label: 'Unterschrift' });
  await userEvent.click(screen.getByRole('button', { name: 'Bild' }));
  await userEvent.upload(screen.getByTestId('pick-signature'), new File(['x'], 'unterschrift.png', { type: 'image/png' }));
  expect(store.tellBusy()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Tippen' }));
  expect(store.tellBusy()).toBe(false);
  const typed = { method: 'typed', name: 'Jonas', png: 'data:image/png;base64,', svg: '', signedAt: '2026-11-20T09:00:00.000Z', revision: 1 };
  act(() => store.set('signature', typed));
  await act(async () => fail());
  expect(store.get('signature')).toBe(typed);
  vi.unstubAllGlobals();
});
