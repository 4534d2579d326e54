import * as Type from 'typebox';
import { described, LocalizedText } from '#schemas/common.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { formatNumber, formatQuantity } from '#src/engine/core/numbers.ts';
import {
  Formula,
  evaluateFormula,
  expectationsOf,
  hasLooseBrace,
  referencesIn,
} from './formula.ts';

/** A value worked out from earlier answers, shown and never typed. */
export const computed = defineElement({
  type: 'computed',
  frame: 'label',
  config: Type.Object(
    {
      formula: Formula,
      decimals: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 6, description: 'Digits after the comma when shown.' }),
      ),
      unit: Type.Optional(described(LocalizedText, 'Stands behind the value, outside it.')),
    },
    { description: 'A value worked out from earlier answers, shown and never typed.' },
  ),
  value: Type.Unsafe<number | string>({ type: ['number', 'string'] }),
  compute: ({ formula }, read, { today }, words) => evaluateFormula(formula, read, today, words),
  sourcesOf: ({ formula }) => referencesIn(formula),
  expects: ({ formula }) => expectationsOf(formula),
  lint: ({ formula }) =>
    hasLooseBrace(formula) ? [{ pointer: '/formula/text', rule: 'looseBrace' }] : [],
  textOf: (value, element, { language }) => formatQuantity(value, element, language),
  wordsOf: (value, { decimals }, language) =>
    typeof value === 'number' ? formatNumber(value, language, decimals) : undefined,
  view: () => import('./ComputedView.tsx'),
});
