import { listElements, type FormContent } from '#schemas/forms/forms.ts';

/** Types of elements that are one input. */
const oneInput: ReadonlySet<string> = new Set([
  'checkbox',
  'email',
  'input',
  'password',
  'pin',
  'username',
]);

/**
 * Returns true for a form that Enter in a field sends, as everybody expects of a login and of a form
 * of one input.
 */
export function isSentByEnter(content: FormContent): boolean {
  const types = listElements(content).map(({ type }) => type);
  const [first = '', ...others] = types;
  return others.length === 0 ? oneInput.has(first) : types.join() === 'username,password';
}
