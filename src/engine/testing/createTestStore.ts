import { vi } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { createAnswerStore } from '#src/engine/core/answers/answerStore.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import type { CompiledCheck } from '#src/engine/core/validation/validateAnswers.ts';
import { registry } from '#widgets/registry.ts';
import { compileCheck } from './compileCheck.ts';

const sampleElements: FormElement[] = [
  { id: 'name', type: 'input', label: 'Name', required: true, minLength: 2 },
  { id: 'mail', type: 'input', label: 'E-Mail', format: 'email' },
  { id: 'injured', type: 'checkbox', label: 'Verletzt' },
  {
    id: 'who',
    type: 'input',
    label: 'Wer?',
    required: true,
    visibleWhen: { element: 'injured', equals: true },
  },
];

const checks = new Map<FormElement[], CompiledCheck>();

/** Returns the compiled check of a form. Cached, because compiling takes longer than a test. */
export function getCheck(formElements: FormElement[]): CompiledCheck {
  const check =
    checks.get(formElements) ??
    compileCheck(toJsonSchema({ title: 'Test', formElements }, registry));
  checks.set(formElements, check);
  return check;
}

/** Creates a store for a form of one page, with a spy on its validators. */
export function createTestStore(initial: Answers = {}, formElements = sampleElements) {
  const check = vi.fn(getCheck(formElements));
  const store = createAnswerStore({
    pages: [{ id: 'page', title: 'Seite', formElements }],
    registry,
    initial,
    check,
    context: () => ({ today: '2026-11-20', revision: 1 }),
  });
  return { store, check };
}
