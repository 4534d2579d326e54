import { maxConditionDepth } from '#schemas/forms/conditions.ts';
import type { LintRule } from '../finding.ts';
import type { LintedForm } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';
import { listConstants } from '../sampleAnswers.ts';

const relativeDay = /^(today)?([+-]\d+[dwmy])?$/;

/** Rules compare days as they are written, so "today" would compare at random. */
export const todayInRule: LintRule = {
  name: 'todayInRule',
  severity: 'error',
  find: ({ references }) =>
    references.flatMap(({ comparison, target, pointer }) => {
      if (!comparison || target?.element.type !== 'date') return [];
      const wrong = listConstants(comparison, 'equals', 'greater', 'less').find(
        (value) => typeof value === 'string' && value !== '' && relativeDay.test(value),
      );
      return typeof wrong === 'string' ? [{ pointer, params: { value: wrong } }] : [];
    }),
};

/** Returns the pointers of the outermost conditions that are nested too deep. */
function findDeepConditions(condition: unknown, pointer: string, depth = 0): string[] {
  if (typeof condition !== 'object' || condition === null) return [];
  const { all, any, not } = condition as Partial<Record<'all' | 'any' | 'not', unknown>>;
  const lists = [
    ['all', all],
    ['any', any],
  ] as const;
  const nested = [
    ...lists.flatMap(([name, parts]) =>
      (Array.isArray(parts) ? (parts as unknown[]) : []).map(
        (part, index) => [part, joinPointer(pointer, name, index)] as const,
      ),
    ),
    ...(not === undefined ? [] : [[not, joinPointer(pointer, 'not')] as const]),
  ];
  if (nested.length > 0 && depth >= maxConditionDepth) return [pointer];
  return nested.flatMap(([part, place]) => findDeepConditions(part, place, depth + 1));
}

/** Lists the conditions of pages and elements that are nested too deep. */
export const listDeepConditions = ({
  pages,
  elements,
}: Pick<LintedForm, 'pages' | 'elements'>): string[] =>
  [
    ...pages.map(({ page, pointer }) => ({ part: page, pointer })),
    ...elements.map(({ element, pointer }) => ({ part: element, pointer })),
  ].flatMap(({ part, pointer }) =>
    ['visibleWhen', 'requiredWhen'].flatMap((setting) =>
      findDeepConditions((part as Record<string, unknown>)[setting], joinPointer(pointer, setting)),
    ),
  );

export const ruleTooDeep: LintRule = {
  name: 'ruleTooDeep',
  severity: 'error',
  find: (form) =>
    listDeepConditions(form).map((pointer) => ({
      pointer,
      params: { limit: maxConditionDepth },
    })),
};
