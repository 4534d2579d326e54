import type { AnyElementType } from './element.ts';

/** Looks types up by wire name. An unknown name is `undefined`: the view shows it as unsupported, the rest works. */
export type Registry = ReadonlyMap<string, AnyElementType>;

/** Throws when two types claim one name: a mistake in the registry, never in data. */
export function createRegistry(elementTypes: readonly AnyElementType[]): Registry {
  const registry = new Map(elementTypes.map((elementType) => [elementType.type, elementType]));
  if (registry.size !== elementTypes.length) throw new Error('Two element types share a name');
  return registry;
}
