import type { Comparison } from '#schemas/forms/conditions.ts';
import { getLocalDay } from '#schemas/platform/dates.ts';
import { buildValueSchema } from '../../definition/toJsonSchema.ts';
import type { JsonSchema } from '../../element.ts';
import { evaluateCondition, isRowsReference } from '../../evaluation/conditions.ts';
import { didYouMean } from '../didYouMean.ts';
import type { LintRule } from '../finding.ts';
import { isComputed, type LintedElement } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';
import { filterTexts, listConstants, matchesShape, sampleAnswers } from '../sampleAnswers.ts';

/** Lists the constants of a comparison with their pointers. */
function splitComparison(
  comparison: Comparison,
  pointer: string,
): { comparison: Comparison; value: unknown; pointer: string }[] {
  if ('in' in comparison)
    return comparison.in.map((value, index) => ({
      comparison: { element: comparison.element, equals: value },
      value,
      pointer: joinPointer(pointer, 'in', index),
    }));
  return [
    {
      comparison,
      value: listConstants(comparison, 'equals', 'contains', 'greater', 'less')[0],
      pointer,
    },
  ];
}

/**
 * Suggests what the author meant: an option with a similar spelling, or the answer that the typed
 * text yields.
 */
function suggestValue(
  { element, elementType }: LintedElement,
  schema: JsonSchema,
  value: string,
): string | undefined {
  const { enum: options, items } = schema as { enum?: unknown[]; items?: { enum?: unknown[] } };
  const read: unknown = elementType?.parseText?.(value, element, {
    today: getLocalDay(new Date()),
  });
  return typeof read === 'string' && read !== value && matchesShape(schema, read)
    ? read
    : didYouMean(value, filterTexts(options ?? items?.enum ?? []));
}

export const impossibleComparison: LintRule = {
  name: 'impossibleComparison',
  severity: 'warning',
  find: ({ references, shape }) =>
    references.flatMap(({ comparison: whole, target, source, pointer: place }) => {
      const { elementType, element } = target ?? {};
      if (
        !whole ||
        !target ||
        !element ||
        shape.length > 0 ||
        isComputed(target) ||
        !elementType?.value
      )
        return [];
      const ofType: JsonSchema = { ...elementType.value };
      const schema = buildValueSchema(elementType, element);
      const answers = sampleAnswers(target, [whole]).map((answer) =>
        isRowsReference(source) ? [answer] : answer,
      );
      return splitComparison(whole, place).flatMap(({ comparison, value, pointer }) => {
        // A bound in another notation than the answers, such as 24.12.2026, compares at random.
        const isComparable =
          !('greater' in comparison || 'less' in comparison) || matchesShape(ofType, value);
        if (isComparable && answers.some((answer) => evaluateCondition(comparison, () => answer)))
          return [];
        return [
          {
            pointer,
            params: { id: source, value: String(value) },
            suggestion: typeof value === 'string' ? suggestValue(target, schema, value) : undefined,
          },
        ];
      });
    }),
};
