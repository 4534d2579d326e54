import type { LintRule } from '../finding.ts';
import { joinPointer } from '../pointer.ts';

/** A provider's form that asks for a password would teach visitors to give it away (phishing). */
export const portalOnly: LintRule = {
  name: 'portalOnly',
  severity: 'error',
  find: ({ elements, registry }) =>
    elements
      .filter(({ element }) => registry.get(element.type)?.isPortalOnly)
      .map(({ element, pointer }) => ({
        pointer: joinPointer(pointer, 'type'),
        params: { type: element.type },
      })),
};
