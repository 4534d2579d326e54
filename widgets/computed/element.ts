import * as Type from 'typebox';
import { LocalizedText } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { formatNumber, formatQuantity } from '#src/engine/core/values/numbers.ts';
import {
  Formula,
  evaluateFormula,
  listExpectations,
  hasLooseBrace,
  listReferences,
} from './formula.ts';

/** A value computed from earlier answers; visitors cannot edit it. */
export const computed = defineElement({
  type: 'computed',
  frame: 'label',
  config: Type.Object({
    formula: Formula,
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    unit: Type.Optional(LocalizedText),
  }),
  value: Type.Unsafe<number | string>({ type: ['number', 'string'] }),
  computed: {
    evaluate: ({ formula }, read, { today }, words) => evaluateFormula(formula, read, today, words),
    listSources: ({ formula }) => listReferences(formula),
  },
  expects: ({ formula }) => listExpectations(formula),
  lint: ({ formula }) =>
    hasLooseBrace(formula) ? [{ pointer: '/formula/text', rule: 'looseBrace' }] : [],
  formatAnswer: (value, element, { language }) => formatQuantity(value, element, language),
  formatInline: (value, { decimals }, language) =>
    typeof value === 'number' ? formatNumber(value, language, decimals) : undefined,
  view: () => import('./ComputedView.tsx'),
});
