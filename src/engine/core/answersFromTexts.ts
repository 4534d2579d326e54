import type { FormElement } from '#schemas/forms.ts';
import type { Registry } from './registry.ts';

/** Answers from texts by element id, as an address offers them. A text that stands for no answer stays, to be seen and mended. */
export function answersFromTexts(texts: Readonly<Record<string, string>>, elements: readonly FormElement[], registry: Registry): Record<string, unknown> {
  const types = new Map(elements.map(({ id, type }) => [id, registry.get(type)]));
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, types.get(id)?.fromText?.(text) ?? text]));
}
