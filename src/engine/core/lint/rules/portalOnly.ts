import type { LintRule } from '../finding.ts';
import { below } from '../pointer.ts';

/** A form of a provider that asks for a password would teach people to give it away. */
export const portalOnly: LintRule = {
  name: 'portalOnly',
  severity: 'error',
  find: ({ elements, registry }) =>
    elements
      .filter(({ element }) => registry.get(element.type)?.isPortalOnly)
      .map(({ element, pointer }) => ({
        pointer: below(pointer, 'type'),
        params: { type: element.type },
      })),
};
