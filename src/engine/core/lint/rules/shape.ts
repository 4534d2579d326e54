import type { LintRule } from '../finding.ts';
import { shapeRuleNames } from '../shape.ts';

/** One rule per kind of mismatch with the schema of definitions. */
export const shapeRules: LintRule[] = shapeRuleNames.map((name) => ({
  name,
  severity: 'error',
  find: ({ shape }) =>
    shape.filter(({ rule }) => rule === name).map(({ rule: _, ...found }) => found),
}));
