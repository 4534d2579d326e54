import { expect, it } from 'vitest';
import { hasChangedSince } from './collectUnsent.ts';

const version = { workflowKey: 'workflow', revision: 1 };
const thanks = {
  accountName: 'Kanzlei',
  headerLogoUrl: null,
  theme: {},
  resultText: null,
  returnUrl: null,
};
const copy = {
  formElement: { title: 'Mandat', formElements: [] },
  answers: [{ elementId: 'matter', type: 'input', value: 'Miete' }],
  revision: 1,
  accepted: [],
};
const sending = { workflowKey: 'workflow', idempotencyKey: 'own', thanks, copy, markedAt: 2 };
const draft = (id: string, value: unknown, at: number) => ({
  ...version,
  savedAt: 1,
  answers: { [id]: { value, at, ...version, type: 'input', question: id } },
});

it.each([
  ['another text typed later', draft('matter', 'Kaution', 3), true],
  ['a deleted text', draft('matter', undefined, 3), true],
  ['a further answer', draft('city', 'Hamburg', 3), true],
  ['the same text typed again', draft('matter', 'Miete', 3), false],
  ['a hidden answer typed before', draft('city', 'Hamburg', 1), false],
  ['no draft', undefined, false],
])('Beside a submission, %s counts as changed only if it was not sent', (_, after, isChanged) => {
  expect(hasChangedSince(sending, after)).toBe(isChanged);
});

it('The mark of an earlier version, without its answers, never counts as changed', () => {
  const { copy: _, ...earlier } = sending;
  expect(hasChangedSince(earlier, draft('matter', 'Kaution', 3))).toBe(false);
});
