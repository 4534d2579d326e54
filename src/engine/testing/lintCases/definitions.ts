import type { FormElement } from '#schemas/forms/forms.ts';

export type Definition = Record<string, unknown>;

export const name: FormElement = { id: 'name', type: 'input', label: 'Wie heißt der Zeuge?' };
export const choice: FormElement = {
  id: 'hurt',
  type: 'simplechoice',
  label: 'Verletzt?',
  options: [
    { value: 'yes', label: 'Ja' },
    { value: 'no', label: 'Nein' },
  ],
};
export const plate: FormElement = {
  id: 'plate',
  type: 'inputregex',
  label: 'Kennzeichen',
  pattern: '[A-Z]{1,3}',
  message: 'So: HH.',
};
export const email: FormElement = { ...name, id: 'email', label: 'E-Mail', format: 'email' };
export const sum: FormElement = { id: 'sum', type: 'number', label: 'Schaden', min: 0, max: 100 };
export const form = (...formElements: object[]): Definition => ({ title: 'Test', formElements });
export const paged = (...pages: object[]): Definition => ({
  title: 'Test',
  pages: pages.map((page, index) => ({ id: `p${index}`, title: 'Seite', ...page })),
});
export const when = (visibleWhen: object, more: object = {}): object => ({
  id: 'late',
  type: 'input',
  label: 'Dann?',
  visibleWhen,
  ...more,
});
export const group = (...formElements: object[]) => ({
  id: 'g',
  type: 'group',
  label: 'G',
  formElements,
});
export const worked = (formula: object, more: object = {}) => ({
  id: 'worked',
  type: 'computed',
  label: 'W',
  formula,
  ...more,
});
export const day: FormElement = { id: 'day', type: 'date', label: 'Wann?' };
export const experts = {
  id: 'expert',
  type: 'gutachterchoice',
  label: 'Wer?',
  postalCodeFrom: 'name',
};
export const themed = (theme: object): Definition => ({ ...form(name), theme });
export const bilingual = { de: 'Wie heißt er?', en: 'What is he called?' };

export const rows = (...formElements: object[]) => ({ ...group(...formElements), max: 3 });
export const code = { ...name, id: 'plz', format: 'postalcode' };
export const clock = { id: 'clock', type: 'time', label: 'Um wie viel Uhr?' };
export const phone = { id: 'phone', type: 'mobilenumber', label: 'Handynummer' };
export const signed = { id: 'signed', type: 'signature', label: 'Unterschrift' };
export const stepped = { ...sum, step: 3 };

/** A definition with a finding, its pointer, and the corrected definition. */
export type LintCase = [rule: string, wrong: Definition, pointer: string, right: Definition];
