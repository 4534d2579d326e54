// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';

vi.mock('./InsurerField.tsx', () => {
  throw new Error('off the net');
});

it('A plain field accepts the name when the combobox cannot be loaded', async () => {
  const store = await showElement({
    id: 'insurance',
    type: 'rechtsschutzformular',
    label: 'Rechtsschutz',
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Versicherung' }), 'Wattland');
  expect(store.get('insurance')).toEqual({ name: 'Wattland' });
});
