import type { LintRule } from '../finding.ts';
import { createRegexSafetyCheck } from '../regexSafety.ts';

/**
 * Rejects regular expressions that are invalid, that match no answer, or that can be slow (ReDoS).
 */
export const patterns: LintRule = {
  name: 'patterns',
  severity: 'error',
  find: ({ elements }) => {
    const prove = createRegexSafetyCheck();
    return elements.flatMap(({ element, elementType, pointer }) =>
      (elementType?.patterns?.(element) ?? []).flatMap(({ pointer: below, pattern, maxLength }) => {
        const problem = prove(pattern, maxLength);
        return problem ? [{ ...problem, pointer: pointer + below }] : [];
      }),
    );
  },
};
