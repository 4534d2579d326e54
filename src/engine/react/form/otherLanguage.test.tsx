// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { TestForm } from '#src/engine/testing/TestForm.tsx';

const english = (words: string) => ({ de: '', en: words });
const elements: FormElement[] = [
  {
    id: 'you',
    type: 'headline',
    label: english('About you'),
    help: english('As in your passport'),
  },
  { id: 'name', type: 'input', label: english('Name'), help: english('In full') },
  { id: 'note', type: 'display', text: english('Please read this.') },
  { id: 'agree', type: 'checkbox', label: english('I agree') },
  {
    id: 'way',
    type: 'simplechoice',
    label: english('Way'),
    options: [
      { value: 'mail', label: english('By mail') },
      { value: 'phone', label: { de: 'Am Telefon', en: 'By telephone' } },
    ],
  },
  { id: 'city', type: 'input', label: { de: 'Ort', en: 'Town' } },
];

const findLanguage = (words: string): string | undefined =>
  screen.getByText(words).closest<HTMLElement>('[lang]')?.lang;

it('A text that exists in another language only is marked with it, and others are not', async () => {
  await act(async () => void render(<TestForm elements={elements} onSubmit={() => undefined} />));
  await screen.findByRole('button', { name: 'Absenden' });
  for (const words of [
    'About you',
    'As in your passport',
    'Name',
    'In full',
    'Please read this.',
    'I agree',
    'Way',
    'By mail',
  ])
    expect([words, findLanguage(words)]).toEqual([words, 'en']);
  expect([findLanguage('Ort'), findLanguage('Am Telefon')]).toEqual([undefined, undefined]);
});
