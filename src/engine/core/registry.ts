import * as Type from 'typebox';
import type { AnyElementType } from './element.ts';

/** Looks types up by wire name. An unknown name is `undefined`: the view shows it as unsupported, the rest works. */
export type Registry = ReadonlyMap<string, AnyElementType>;

/** Throws when two types claim one name: a mistake in the registry, never in data. */
export function createRegistry(elementTypes: readonly AnyElementType[]): Registry {
  const registry = new Map(elementTypes.map((elementType) => [elementType.type, elementType]));
  if (registry.size !== elementTypes.length) throw new Error('Two element types share a name');
  return registry;
}

/** Stands in for a type that is not in the registry: it asks nothing. */
export const unknownType: AnyElementType = {
  type: '',
  frame: 'none',
  config: Type.Object({}),
  view: () => Promise.reject(new Error('An unknown element type has no view')),
};
