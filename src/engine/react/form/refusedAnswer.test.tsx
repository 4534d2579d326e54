// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TestForm } from '#src/engine/testing/TestForm.tsx';

const elements = [
  { id: 'name', type: 'input', label: 'Name' },
  { id: 'mail', type: 'input', label: 'E-Mail' },
];
const submitError = 'Die PIN ist falsch.';
const field = (name: RegExp) => screen.getByRole('textbox', { name });

it('A refused answer is marked and described by the error until the visitor answers again', async () => {
  await act(
    async () =>
      void render(<TestForm elements={elements} submitError={submitError} refused={['name']} />),
  );
  await screen.findByRole('textbox', { name: /Name/ });
  expect(field(/Name/)).toBeInvalid();
  expect(field(/Name/)).toHaveAccessibleDescription(submitError);
  expect(field(/E-Mail/)).toBeValid();
  await userEvent.type(field(/Name/), 'Jonas');
  expect(field(/Name/)).toBeValid();
});
