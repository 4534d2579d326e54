import type { LintRule } from '../finding.ts';
import { createPatternProver } from '../provePattern.ts';

/** Regular expressions of authors that are none, that no answer can match, or that some answer can keep busy. */
export const patterns: LintRule = {
  name: 'patterns',
  severity: 'error',
  find: ({ elements }) => {
    const prove = createPatternProver();
    return elements.flatMap(({ element, elementType, pointer }) =>
      (elementType?.patterns?.(element) ?? []).flatMap(({ pointer: below, pattern, maxLength }) => {
        const problem = prove(pattern, maxLength);
        return problem ? [{ ...problem, pointer: pointer + below }] : [];
      }),
    );
  },
};
