// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TestForm } from '#src/engine/testing/TestForm.tsx';

it('Consent has the colours of the form, and only the buttons those of the button', async () => {
  const terms = <a href="/terms">Nutzungsbedingungen</a>;
  const elements = [{ id: 'name', type: 'input', label: 'Name' }];
  await act(async () => void render(<TestForm elements={elements} consent={terms} />));
  const send = await screen.findByRole('button', { name: 'Absenden' });
  expect(send.closest('[data-brand]')).not.toBeNull();
  expect(screen.getByRole('link').closest('[data-brand]')).toBeNull();
});
