// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';

vi.mock('./InsurerField.tsx', () => {
  throw new Error('off the net');
});

it('takes the name in a plain field when the search cannot be fetched', async () => {
  const store = await showElement({
    id: 'insurance',
    type: 'rechtsschutzformular',
    label: 'Rechtsschutz',
  });
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Versicherung' }, { timeout: 10_000 }),
    'Wattland',
  );
  expect(store.get('insurance')).toEqual({ name: 'Wattland' });
});
