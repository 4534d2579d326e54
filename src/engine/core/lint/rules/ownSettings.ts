import type { LintRule } from '../finding.ts';

/** What a type says about its own settings, such as limits that contradict each other; the type names the rule. */
export const ownSettings: LintRule = {
  name: 'ownSettings',
  severity: 'error',
  find: ({ elements }) =>
    elements.flatMap(({ element, elementType, pointer }) =>
      (elementType?.lint?.(element) ?? []).map((found) => ({
        ...found,
        pointer: pointer + found.pointer,
      })),
    ),
};
