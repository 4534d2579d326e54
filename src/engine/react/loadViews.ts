import { use } from 'react';
import { childrenOf, type FormElement } from '#schemas/forms.ts';
import type { AnyElementType } from '#src/engine/core/element.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { AnyView } from './context.ts';

type Views = ReadonlyMap<string, AnyView>;

const loads = new WeakMap<readonly FormElement[], Promise<Views>>();
const loaded = new WeakMap<readonly FormElement[], Views>();
const loadedTypes = new WeakMap<AnyElementType, AnyView>();

const typesOf = (elements: readonly FormElement[], registry: Registry): AnyElementType[] =>
  [...new Set(elements.flatMap((element) => [element, ...childrenOf(element)]).map(({ type }) => type))].flatMap((type) => registry.get(type) ?? []);

/** The views of a form whose types have all been loaded, by this form or another. */
function findViews(elements: readonly FormElement[], registry: Registry): Views | undefined {
  const known = loaded.get(elements);
  if (known) return known;
  const entries = typesOf(elements, registry).map((elementType) => [elementType.type, loadedTypes.get(elementType)] as const);
  if (entries.some(([, view]) => view === undefined)) return undefined;
  const views = new Map(entries as [string, AnyView][]); // none is undefined
  loaded.set(elements, views);
  return views;
}

/** Loads the views of the form's own types, all at once and once per form. */
export function loadViews(elements: readonly FormElement[], registry: Registry): Promise<Views> {
  const started = loads.get(elements);
  if (started) return started;
  const load = Promise.all(typesOf(elements, registry).map(async (elementType) => void loadedTypes.set(elementType, await elementType.view()))).then(() => findViews(elements, registry) ?? new Map());
  loads.set(elements, load);
  return load;
}

/** The views of a form. Suspends until they are there, and not at all when they were loaded ahead: React shows late what has suspended. */
export const useViews = (elements: readonly FormElement[], registry: Registry): Views => findViews(elements, registry) ?? use(loadViews(elements, registry));
