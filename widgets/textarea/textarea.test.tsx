// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';

const story = { id: 'story', type: 'textarea', label: 'Hergang', maxLength: 100 };
const field = () => screen.getByRole('textbox');
const paste = async (text: string) => {
  await userEvent.click(field());
  await userEvent.paste(text);
};

it('The remaining length is shown near the limit, an emoji counted as one character', async () => {
  await showElement(story, { value: 'x'.repeat(80) });
  expect(screen.queryByText(/Zeichen frei/)).toBeNull();
  await paste('🙂');
  expect(screen.getByText('19 Zeichen frei')).toBeVisible();
  await paste('x'.repeat(18));
  expect(screen.getByText('Noch ein Zeichen')).toBeVisible();
});

it('A paste that is too long is kept whole, shows its excess and is not submitted', async () => {
  const store = await showElement(story);
  await paste('x'.repeat(112));
  expect(field()).toHaveValue('x'.repeat(112));
  expect(screen.getByText('12 Zeichen zu viel')).toBeVisible();
  await userEvent.tab();
  expect(store.getError('story')).toMatchObject({ rule: 'maxLength', params: { limit: 100 } });
});

it('The field grows with its text, without field-sizing by a hidden copy', async () => {
  await showElement(story);
  await paste('Eins\nZwei\nDrei');
  expect(field().parentElement).toHaveAttribute('data-text', 'Eins\nZwei\nDrei');
});

it('Typed text is cleaned on blur, so that the caret and a composition stay', async () => {
  const store = await showElement(story);
  await paste('\uFEFFa\u0308b');
  expect(field()).toHaveValue('\uFEFFa\u0308b');
  await userEvent.tab();
  expect(field()).toHaveValue('äb');
  expect(store.get('story')).toBe('äb');
});

it('A text of invisible characters is no answer', async () => {
  const store = await showElement({ ...story, required: true });
  await paste('\u200B\u2800');
  await userEvent.tab();
  expect(field()).toHaveValue('');
  expect(store.get('story')).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(store.getError('story')).toMatchObject({ rule: 'required' });
});
