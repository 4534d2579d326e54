import { use } from 'react';
import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import type { AnyElementType } from '#src/engine/core/element.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import { keepFailure } from '#src/loading/outcomes.ts';
import type { AnyView } from './formContext.ts';

type Views = ReadonlyMap<string, AnyView>;

/** `use` reads a settled promise synchronously only if it has these fields. */
type Load = Promise<Views> & { status?: 'fulfilled' | 'rejected'; value?: Views; reason?: unknown };

const loads = new WeakMap<readonly FormElement[], Load>();
const loadedTypes = new WeakMap<AnyElementType, AnyView>();
/** Errors of views that failed to load a moment ago. */
const failedTypes = new Map<AnyElementType, unknown>();

async function tryView(elementType: AnyElementType): Promise<void> {
  try {
    loadedTypes.set(elementType, await elementType.view());
  } catch (error) {
    failedTypes.set(elementType, error);
    throw error;
  }
}

function loadView(elementType: AnyElementType): Promise<void> {
  const load = tryView(elementType);
  keepFailure(load, () => failedTypes.delete(elementType));
  return load;
}

const listTypes = (elements: readonly FormElement[], registry: Registry): AnyElementType[] =>
  [
    ...new Set(
      elements.flatMap((element) => [element, ...listChildren(element)]).map(({ type }) => type),
    ),
  ].flatMap((type) => registry.get(type) ?? []);

/** Returns the views of a form if all of their types are loaded, else undefined. */
function findViews(elements: readonly FormElement[], registry: Registry): Views | undefined {
  const entries = listTypes(elements, registry).map(
    (elementType) => [elementType.type, loadedTypes.get(elementType)] as const,
  );
  return entries.some(([, view]) => view === undefined)
    ? undefined
    : new Map(entries as [string, AnyView][]); // no view is undefined
}

const fulfil = (load: Load, value: Views): Load =>
  Object.assign(load, { status: 'fulfilled', value } as const);

/** A render that React repeats with a new list of elements throws at once, and loads nothing. */
function refuse(reason: unknown): Load {
  return Object.assign(Promise.reject<Views>(reason), { status: 'rejected', reason } as const);
}

function startLoad(elements: readonly FormElement[], registry: Registry): Load {
  const known = findViews(elements, registry);
  if (known) return fulfil(Promise.resolve(known), known);
  const types = listTypes(elements, registry);
  const failed = types.find((elementType) => failedTypes.has(elementType));
  if (failed) return refuse(failedTypes.get(failed));
  const load: Load = Promise.all(types.map(loadView)).then(
    () => findViews(elements, registry) ?? new Map(),
  );
  load.then(
    (views) => fulfil(load, views),
    () => undefined,
  ); // callers that await `load` get the failure
  return load;
}

/** Stores views that were loaded together, so that a form needs no request for each type. */
export function registerViews(
  registry: Registry,
  views: readonly (readonly [type: string, view: AnyView])[],
): void {
  for (const [type, view] of views) {
    const elementType = registry.get(type);
    if (elementType) loadedTypes.set(elementType, view);
  }
}

/** Loads the views of all types of a form in parallel, once per form. */
export function loadViews(elements: readonly FormElement[], registry: Registry): Promise<Views> {
  const known = loads.get(elements);
  if (known) return known;
  const load = startLoad(elements, registry);
  loads.set(elements, load);
  keepFailure(load, () => loads.delete(elements));
  return load;
}

/**
 * Returns the views of a form; suspends until they are loaded. Preloaded views do not suspend,
 * because React delays content that has suspended.
 */
export const useViews = (elements: readonly FormElement[], registry: Registry): Views =>
  // oxlint-disable-next-line loading/read-contexts-only -- loadViews is a cache by outcome
  use(loadViews(elements, registry));
