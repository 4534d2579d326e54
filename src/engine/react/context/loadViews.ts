import { use, useMemo } from 'react';
import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import type { AnyElementType } from '#src/engine/core/element.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import { createOutcomes } from '#src/loading/outcomes.ts';
import type { AnyView } from './formContext.ts';

type Views = ReadonlyMap<string, AnyView>;

const loadedViews = createOutcomes<AnyElementType, AnyView>((elementType) => elementType.view());

const listTypes = (elements: readonly FormElement[], registry: Registry): AnyElementType[] =>
  [
    ...new Set(
      elements.flatMap((element) => [element, ...listChildren(element)]).map(({ type }) => type),
    ),
  ].flatMap((type) => registry.get(type) ?? []);

/** Stores views that were loaded together, so that a form needs no request for each type. */
export function registerViews(
  registry: Registry,
  views: readonly (readonly [type: string, view: AnyView])[],
): void {
  for (const [type, view] of views) {
    const elementType = registry.get(type);
    if (elementType) loadedViews.store(elementType, view);
  }
}

/** Loads the views of all types of a form in parallel, each once. */
export const loadViews = async (
  elements: readonly FormElement[],
  registry: Registry,
): Promise<Views> =>
  new Map(
    await Promise.all(
      listTypes(elements, registry).map(
        async (elementType) => [elementType.type, await loadedViews.load(elementType)] as const,
      ),
    ),
  );

/**
 * Returns the views of a form; suspends until they are loaded. Preloaded views do not suspend,
 * because React delays content that has suspended.
 */
export function useViews(elements: readonly FormElement[], registry: Registry): Views {
  const types = useMemo(() => listTypes(elements, registry), [elements, registry]);
  const loads = types.map(loadedViews.load); // all start before `use` suspends
  const views: AnyView[] = [];
  // oxlint-disable-next-line loading/read-contexts-only -- loadedViews is a cache by outcome
  for (const load of loads) views.push(use(load));
  return useMemo(
    () => new Map(types.map(({ type }, index) => [type, views[index]!] as const)),
    [types],
  );
}
