// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { provide } from '#src/engine/react/services/services.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { checkUsername } from './service.ts';

const element = {
  id: 'username',
  type: 'username',
  label: 'Benutzername',
  isNew: true,
  required: true,
};

async function show(
  answer: (username: string) => Promise<{ isValid: boolean }>,
  settings: object = {},
) {
  const onSubmit = vi.fn();
  const asked = vi.fn(answer);
  const shown = { ...element, ...settings };
  await act(
    async () =>
      void render(
        <TestForm
          elements={[shown]}
          engine={createTestEngine([shown])}
          onSubmit={onSubmit}
          services={[provide(checkUsername, asked)]}
        />,
      ),
  );
  return {
    onSubmit,
    asked,
    user: userEvent.setup(),
    field: await screen.findByRole('textbox', { name: /Benutzername/ }),
    send: () => screen.getByRole('button', { name: 'Absenden' }),
  };
}
const taken = 'Diesen Benutzernamen gibt es schon. Wählen Sie einen anderen.';

it('A username is checked after blur, not while typing, and shown as free', async () => {
  const { user, field, asked } = await show(async () => ({ isValid: true }));
  await user.type(field, ' j.wieland ');
  expect(asked).not.toHaveBeenCalled();
  await user.tab();
  expect(asked.mock.calls).toEqual([['j.wieland']]);
  expect(await screen.findByText('Dieser Benutzername ist frei.')).toBeVisible();
});

it('A taken username is not submitted, and a free one is', async () => {
  const { user, field, send, onSubmit } = await show(async (name) => ({
    isValid: name !== 'j.wieland',
  }));
  await user.type(field, 'j.wieland');
  await user.tab();
  expect(field).toHaveAccessibleDescription(taken);
  await user.click(send());
  expect(screen.getByRole('link', { name: `Benutzername: ${taken}` })).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
  await user.type(field, '2');
  expect(field).not.toHaveAttribute('aria-invalid');
  await user.click(send());
  expect(onSubmit).toHaveBeenCalledWith({ username: 'j.wieland2' });
});

it.each([
  ['of mixed scripts', 'n\u043Er\u0430.brandt', /in einer Schrift/],
  ['with spaces', 'nora brandt', /ohne Leerzeichen/],
  ['that is too short', 'nb', /mindestens 3 Zeichen/],
])('A username %s is not asked for, and its field names the rule', async (_, name, rule) => {
  const { user, field, send, asked } = await show(async () => ({ isValid: false }));
  await user.type(field, name);
  await user.tab();
  expect(field).toHaveAccessibleDescription(rule);
  await user.click(send());
  expect(field).toHaveAccessibleDescription(rule);
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  ['fails', () => Promise.reject(new Error('offline'))],
  ['never answers', () => new Promise<never>(() => undefined)],
])('A username can be submitted when the server %s', async (_, check) => {
  const { user, field, send, onSubmit } = await show(check);
  await user.type(field, 'j.wieland');
  await user.tab();
  await user.click(send());
  expect(onSubmit).toHaveBeenCalledWith({ username: 'j.wieland' });
});

it('A late response about an earlier name is ignored', async () => {
  let answer: (reply: { isValid: boolean }) => void = () => undefined;
  const { user, field } = await show((name) =>
    name === 'jonas'
      ? new Promise((resolve) => {
          answer = resolve;
        })
      : Promise.resolve({ isValid: true }),
  );
  await user.type(field, 'jonas');
  await user.tab();
  await user.type(field, '.w');
  await user.tab();
  await act(async () => answer({ isValid: false }));
  expect(field).not.toHaveAttribute('aria-invalid');
  expect(screen.getByText('Dieser Benutzername ist frei.')).toBeVisible();
});

it.each([
  ['one that is too short', 'jw', {}],
  ['one somebody has already', 'j.wieland', { isNew: false }],
])('No request is made for: %s', async (_, name, settings) => {
  const { user, field, asked } = await show(async () => ({ isValid: true }), settings);
  await user.type(field, name);
  await user.click(document.body); // left by pointer: its own error appears after that
  await user.click(field);
  await user.tab();
  expect(asked).not.toHaveBeenCalled();
});
