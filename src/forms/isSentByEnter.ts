import { listElements, type FormContent } from '#schemas/forms/forms.ts';
import type { Registry } from '#src/engine/core/registry.ts';

/**
 * Returns true for a form that Enter in a field sends, as users expect of a login and of a form of
 * one input.
 */
export function isSentByEnter(content: FormContent, registry: Registry): boolean {
  const types = listElements(content).map(({ type }) => type);
  const [first = '', ...others] = types;
  return others.length === 0
    ? registry.get(first)?.isOneInput === true
    : types.join() === 'username,password';
}
