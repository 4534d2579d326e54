import type { LintRule } from '../finding.ts';

/** Runs the type's own `lint`, for example for contradicting limits. The type names the rule. */
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
