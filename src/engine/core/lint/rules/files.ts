import type { LintRule } from '../finding.ts';

/** A file element that takes whatever the product takes; its type is known by having the setting. */
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
