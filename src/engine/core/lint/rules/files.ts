import type { LintRule } from '../finding.ts';

/**
 * Warns about an upload element without `extensions`, which accepts every type that the product
 * accepts.
 */
export const extensionsOpen: LintRule = {
  name: 'extensionsOpen',
  severity: 'warning',
  find: ({ elements }) =>
    elements
      .filter(
        ({ element, elementType }) =>
          elementType?.config.properties['extensions'] && element['extensions'] === undefined,
      )
      .map(({ element, pointer }) => ({ pointer, params: { id: element.id } })),
};
