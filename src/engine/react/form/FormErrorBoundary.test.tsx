// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';

/** Renders a form with an answer whose header fails until it is repaired. */
async function showBrokenForm(isDraftKept: boolean) {
  vi.spyOn(console, 'error').mockReturnValue();
  let isRepaired = false;
  function Header() {
    if (!isRepaired) throw new Error('broken');
    return <h1>Unfall</h1>;
  }
  const engine = createTestEngine([{ id: 'name', type: 'input', label: 'Name' }], {
    name: 'Jonas',
  });
  await act(
    async () =>
      void render(<TestForm engine={engine} header={<Header />} isDraftKept={isDraftKept} />),
  );
  await screen.findByRole('alert');
  return {
    repair: () => {
      isRepaired = true;
    },
  };
}

it('The note of a broken form promises a draft and offers a reload if it is saved', async () => {
  await showBrokenForm(true);
  expect(screen.getByRole('alert')).toHaveTextContent('ist als Entwurf auf diesem Gerät gesichert');
  expect(screen.getByRole('button', { name: 'Neu laden' })).toBeVisible();
});

it('The note of a broken form promises no draft that is not saved', async () => {
  await showBrokenForm(false);
  expect(screen.getByRole('alert')).toHaveTextContent('ist nicht gesichert');
  expect(screen.getByRole('alert')).not.toHaveTextContent('Entwurf');
  expect(screen.queryByRole('button', { name: 'Neu laden' })).toBeNull();
});

it('A broken form is shown again with its answers', async () => {
  const { repair } = await showBrokenForm(false);
  repair();
  await userEvent.click(screen.getByRole('button', { name: 'Formular noch einmal anzeigen' }));
  const field = await screen.findByRole('textbox', { name: /^Name/ });
  expect(field).toHaveValue('Jonas');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('A form that breaks again keeps the focus on its button', async () => {
  await showBrokenForm(false);
  for (let times = 0; times < 2; times += 1) {
    const button = screen.getByRole('button', { name: 'Formular noch einmal anzeigen' });
    await userEvent.click(button);
    expect(screen.getByRole('button', { name: 'Formular noch einmal anzeigen' })).toHaveFocus();
  }
});
