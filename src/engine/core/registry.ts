import * as Type from 'typebox';
import type { AnyElementType } from './element.ts';

/**
 * Element types by wire name. The view shows an unknown type as unsupported; the rest of the form
 * works.
 */
export type Registry = ReadonlyMap<string, AnyElementType>;

/** Throws when two types have the same name. */
export function createRegistry(elementTypes: readonly AnyElementType[]): Registry {
  const registry = new Map(elementTypes.map((elementType) => [elementType.type, elementType]));
  if (registry.size !== elementTypes.length) throw new Error('Two element types share a name');
  return registry;
}

/** Fallback for a type that is not in the registry; it has no answer. */
export const unknownType: AnyElementType = {
  type: '',
  frame: 'none',
  config: Type.Object({}),
  view: () => Promise.reject(new Error('An unknown element type has no view')),
};
