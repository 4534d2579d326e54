import { use } from 'react';
import { childrenOf, type FormElement } from '#schemas/forms.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { AnyView } from './context.ts';

type Views = ReadonlyMap<string, AnyView>;

const loads = new WeakMap<readonly FormElement[], Promise<Views>>();
const loaded = new WeakMap<readonly FormElement[], Views>();

/** Loads the views of the form's own types, all at once and once per form. */
export function loadViews(elements: readonly FormElement[], registry: Registry): Promise<Views> {
  const started = loads.get(elements);
  if (started) return started;
  const types = [...new Set(elements.flatMap((element) => [element, ...childrenOf(element)]).map(({ type }) => type))].flatMap((type) => registry.get(type) ?? []);
  const load = Promise.all(types.map(async (elementType) => [elementType.type, await elementType.view()] as const)).then((entries) => {
    const views = new Map(entries);
    loaded.set(elements, views);
    return views;
  });
  loads.set(elements, load);
  return load;
}

/** The views of a form. Suspends until they are there, and not at all when they were loaded ahead: React shows late what has suspended. */
export const useViews = (elements: readonly FormElement[], registry: Registry): Views => loaded.get(elements) ?? use(loadViews(elements, registry));
