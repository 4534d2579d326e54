import { postalCodePattern } from '#schemas/forms/experts.ts';
import type { AnswerKind, JsonSchema } from '../../element.ts';
import { isAsked } from '../../element.ts';
import { buildValueSchema } from '../../definition/toJsonSchema.ts';
import type { Found, LintRule } from '../finding.ts';
import type { LintedForm, LintedElement } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';

const getType = ({ type }: JsonSchema) => type;

/**
 * Tests whether an element has the expected kind of answer. From outside its group, `group.element`
 * is a list.
 */
const fits: Readonly<
  Record<AnswerKind, (schema: JsonSchema, target: LintedElement, isInRows: boolean) => boolean>
> = {
  number: (schema) => getType(schema) === 'number' || getType(schema) === 'integer',
  list: (schema, _, isInRows) => isInRows || getType(schema) === 'array',
  day: (schema, _, isInRows) => !isInRows && schema['format'] === 'date',
  // A custom pattern may express five digits in another way.
  postalCode: (schema, { elementType }) =>
    schema['pattern'] === postalCodePattern || elementType?.patterns !== undefined,
};

const findUnfit =
  (expected: AnswerKind) =>
  ({ elements, referencesFrom }: LintedForm): Found[] =>
    elements.flatMap((entry) => {
      const expectations = (entry.elementType?.expects?.(entry.element) ?? []).filter(
        ({ kind }) => kind === expected,
      );
      return expectations.flatMap(({ source }) => {
        const { target, pointer = '' } =
          referencesFrom.get(entry)?.find((each) => each.source === source && !each.comparison) ??
          {};
        // The kind of a computed answer depends on its formula.
        if (!target?.elementType || !isAsked(target.elementType)) return [];
        return fits[expected](
          buildValueSchema(target.elementType, target.element),
          target,
          source.includes('.'),
        )
          ? []
          : [{ pointer, params: { id: source } }];
      });
    });

export const noNumber: LintRule = {
  name: 'noNumber',
  severity: 'error',
  find: findUnfit('number'),
};
export const noList: LintRule = { name: 'noList', severity: 'error', find: findUnfit('list') };
export const noDay: LintRule = { name: 'noDay', severity: 'error', find: findUnfit('day') };
export const noPostalCode: LintRule = {
  name: 'noPostalCode',
  severity: 'warning',
  find: findUnfit('postalCode'),
};

const listRequiredSettings = (element: LintedElement['element']): string[] =>
  ['required', 'requiredWhen'].filter(
    (setting) => element[setting] !== undefined && element[setting] !== false,
  );

export const requiredWithoutAnswer: LintRule = {
  name: 'requiredWithoutAnswer',
  severity: 'warning',
  find: ({ elements }) =>
    elements.flatMap(({ element, elementType, pointer }) => {
      if (!elementType || isAsked(elementType)) return [];
      return listRequiredSettings(element).map((setting) => ({
        pointer: joinPointer(pointer, setting),
        params: { id: element.id },
      }));
    }),
};

/** A group with a minimum of rows always has an answer. */
export const requiredGroup: LintRule = {
  name: 'requiredGroup',
  severity: 'warning',
  find: ({ elements }) =>
    elements.flatMap(({ element, elementType, pointer }) =>
      (elementType?.rows && elementType.rows.getRange(element).min > 0
        ? listRequiredSettings(element)
        : []
      ).map((setting) => ({ pointer: joinPointer(pointer, setting), params: { id: element.id } })),
    ),
};

export const requiredTwice: LintRule = {
  name: 'requiredTwice',
  severity: 'warning',
  find: ({ elements }) =>
    elements
      .filter(({ element }) => element.required === true && element.requiredWhen !== undefined)
      .map(({ pointer }) => ({ pointer: joinPointer(pointer, 'requiredWhen') })),
};
