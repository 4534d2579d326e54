import { use } from 'react';
import type { FormElement } from '#schemas/forms.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { AnyView } from './context.ts';

const loads = new WeakMap<readonly FormElement[], Promise<ReadonlyMap<string, AnyView>>>();

/** Loads the views of the form's own types, all at once and once per form. */
export function loadViews(elements: readonly FormElement[], registry: Registry): Promise<ReadonlyMap<string, AnyView>> {
  const started = loads.get(elements);
  if (started) return started;
  const types = [...new Set(elements.map(({ type }) => type))].flatMap((type) => registry.get(type) ?? []);
  const load = Promise.all(types.map(async (elementType) => [elementType.type, await elementType.view()] as const)).then((views) => new Map(views));
  loads.set(elements, load);
  return load;
}

/** The views of a form; suspends until they are there. */
export const useViews = (elements: readonly FormElement[], registry: Registry): ReadonlyMap<string, AnyView> => use(loadViews(elements, registry));
