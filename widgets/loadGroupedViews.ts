import type { AnyView } from '#src/engine/react/context/formContext.ts';
import { largeTypes } from './largeTypes.ts';
import { portalRegistry } from './portalRegistry.ts';

/**
 * Loads the views of all types, by type; views of `largeTypes` only if `types` has one of them. The
 * build puts each of the two groups into one file.
 */
export async function loadGroupedViews(
  types: readonly string[],
): Promise<readonly (readonly [type: string, view: AnyView])[]> {
  const areLargeNeeded = types.some((type) => largeTypes.includes(type));
  return Promise.all(
    [...portalRegistry.values()]
      .filter(({ type }) => areLargeNeeded || !largeTypes.includes(type))
      .map(async ({ type, view }) => [type, await view()] as const),
  );
}
