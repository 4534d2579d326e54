import { postalCodePattern } from '#schemas/experts.ts';
import type { AnswerKind, JsonSchema } from '../../element.ts';
import { isAsked } from '../../element.ts';
import { valueSchema } from '../../compileForm.ts';
import type { Found, LintRule } from '../finding.ts';
import type { FormUnderLint, LintedElement } from '../formUnderLint.ts';
import { below } from '../pointer.ts';

const typeOf = ({ type }: JsonSchema) => type;

/** Whether an element is answered with what is needed. From outside, `group.element` is a list of answers. */
const fits: Readonly<
  Record<AnswerKind, (schema: JsonSchema, target: LintedElement, isInRows: boolean) => boolean>
> = {
  number: (schema) => typeOf(schema) === 'number' || typeOf(schema) === 'integer',
  list: (schema, _, isInRows) => isInRows || typeOf(schema) === 'array',
  day: (schema, _, isInRows) => !isInRows && schema['format'] === 'date',
  // A pattern of the author's own may say five digits in another way.
  postalCode: (schema, { elementType }) =>
    schema['pattern'] === postalCodePattern || elementType?.patterns !== undefined,
};

const unfit =
  (expected: AnswerKind) =>
  ({ elements, referencesFrom }: FormUnderLint): Found[] =>
    elements.flatMap((entry) => {
      const expectations = (entry.elementType?.expects?.(entry.element) ?? []).filter(
        ({ kind }) => kind === expected,
      );
      return expectations.flatMap(({ source }) => {
        const { target, pointer = '' } =
          referencesFrom.get(entry)?.find((each) => each.source === source && !each.comparison) ??
          {};
        // What is worked out is a number or a text, and only its own formula knows.
        if (!target?.elementType || !isAsked(target.elementType)) return [];
        return fits[expected](
          valueSchema(target.elementType, target.element),
          target,
          source.includes('.'),
        )
          ? []
          : [{ pointer, params: { id: source } }];
      });
    });

export const noNumber: LintRule = { name: 'noNumber', severity: 'error', find: unfit('number') };
export const noList: LintRule = { name: 'noList', severity: 'error', find: unfit('list') };
export const noDay: LintRule = { name: 'noDay', severity: 'error', find: unfit('day') };
export const noPostalCode: LintRule = {
  name: 'noPostalCode',
  severity: 'warning',
  find: unfit('postalCode'),
};

const requiredSettings = (element: LintedElement['element']): string[] =>
  ['required', 'requiredWhen'].filter(
    (setting) => element[setting] !== undefined && element[setting] !== false,
  );

export const requiredWithoutAnswer: LintRule = {
  name: 'requiredWithoutAnswer',
  severity: 'warning',
  find: ({ elements }) =>
    elements.flatMap(({ element, elementType, pointer }) => {
      if (!elementType || isAsked(elementType)) return [];
      return requiredSettings(element).map((setting) => ({
        pointer: below(pointer, setting),
        params: { id: element.id },
      }));
    }),
};

/** A group with rows from the start is answered from the start. */
export const requiredGroup: LintRule = {
  name: 'requiredGroup',
  severity: 'warning',
  find: ({ elements }) =>
    elements.flatMap(({ element, elementType, pointer }) =>
      (elementType?.rows && elementType.rows(element).min > 0 ? requiredSettings(element) : []).map(
        (setting) => ({ pointer: below(pointer, setting), params: { id: element.id } }),
      ),
    ),
};

/** What is always required needs no rule that says when. */
export const requiredTwice: LintRule = {
  name: 'requiredTwice',
  severity: 'warning',
  find: ({ elements }) =>
    elements
      .filter(({ element }) => element.required === true && element.requiredWhen !== undefined)
      .map(({ pointer }) => ({ pointer: below(pointer, 'requiredWhen') })),
};
