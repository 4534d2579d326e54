// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TestForm } from '#src/engine/testing/TestForm.tsx';

it('The browser posts a form without a handler once its answers are valid', async () => {
  const isPosted: boolean[] = [];
  const handleSubmit = (event: SubmitEvent) => {
    isPosted.push(!event.defaultPrevented);
    event.preventDefault(); // jsdom cannot post
  };
  addEventListener('submit', handleSubmit);
  const user = userEvent.setup();
  await act(async () => {
    render(
      <TestForm
        elements={[{ id: 'name', type: 'input', label: 'Name', required: true }]}
        onSubmit={undefined}
      />,
    );
  });
  const send = await screen.findByRole('button', { name: 'Absenden' });
  await user.click(send);
  expect(screen.getByRole('link', { name: /^„Name“/ })).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Jonas');
  await user.click(send);
  removeEventListener('submit', handleSubmit);
  expect(isPosted).toEqual([false, true]);
});
