import { render, screen } from '@testing-library/react';
import { act } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { AnswerStore } from '#src/engine/core/answers/answerStore.ts';
import { createTestEngine, TestForm } from './TestForm.tsx';

/** Renders a form of one element and returns its store. */
export async function showElement(
  element: FormElement,
  { value, language = 'de' }: { value?: unknown; language?: Language } = {},
): Promise<AnswerStore> {
  const engine = createTestEngine([element], value === undefined ? {} : { [element.id]: value });
  await act(
    async () => void render(<TestForm elements={[element]} engine={engine} language={language} />),
  );
  await screen.findByRole('button', { name: 'Absenden' });
  return engine.store;
}
