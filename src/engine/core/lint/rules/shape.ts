import type { LintRule } from '../finding.ts';
import { shapeRuleNames } from '../shape.ts';

/** What the schema of definitions says, one rule per kind of mistake. */
export const shapeRules: LintRule[] = shapeRuleNames.map((name) => ({
  name,
  severity: 'error',
  find: ({ shape }) =>
    shape.filter(({ rule }) => rule === name).map(({ rule: _, ...found }) => found),
}));
