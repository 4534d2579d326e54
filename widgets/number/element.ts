import * as Type from 'typebox';
import { LocalizedText } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { isBlank } from '#src/engine/core/values/isBlank.ts';
import {
  formatNumber,
  formatQuantity,
  parseExact,
  parseNumber,
} from '#src/engine/core/values/numbers.ts';
import { countDigits } from './countDigits.ts';
import { isTooLong, parseTyped } from './parseTyped.ts';
import { countDecimals, hasNumberBetween, findNearestStep } from './step.ts';

const maxDecimals = 6;

/** A number, typed in the language's notation; the answer is a JSON number. */
export const number = defineElement({
  type: 'number',
  frame: 'label',
  config: Type.Object({
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: maxDecimals })),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    unit: Type.Optional(LocalizedText),
  }),
  value: Type.Number(),
  limits: ({ min, max }) => ({
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
  refineRule: (value, _, { unit }) =>
    typeof value === 'string' && isTooLong(value, unit) ? 'tooManyDigits' : undefined,
  // Not `multipleOf`, because in binary 0.3 is no multiple of 0.1.
  check: (value, { decimals, step, min = 0, max }) => {
    // A larger number can differ from the one that a program has sent.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return { rule: 'tooManyDigits' };
    if (decimals !== undefined && Number(value.toFixed(decimals)) !== value)
      return { rule: 'decimals', params: { limit: decimals } };
    if (step === undefined) return undefined;
    const near = findNearestStep(value, { step, from: min, max });
    return near === value ? undefined : { rule: 'step', params: { step, near } };
  },
  // JSON stores -0 as 0, so a text that is computed from it would say something else.
  clean: (value) => (value === 0 ? 0 : value),
  // Accepts JSON notation first, then the language's.
  parseText: (text) =>
    (/^-?\d+(\.\d+)?$/.test(text) ? parseExact(text) : parseNumber(text, 'de')) ?? text,
  parsePosted: ({ read }, { unit }, { language }) => {
    const text = read().trim();
    return isBlank(text) ? undefined : (parseTyped(text, unit, language) ?? text);
  },
  formatAnswer: (value, { unit, decimals }, { language }) =>
    formatQuantity(value, { unit, decimals: countDigits(value, decimals) }, language),
  formatInline: (value, { decimals }, language) =>
    typeof value === 'number'
      ? formatNumber(value, language, countDigits(value, decimals))
      : undefined,
  lint: ({ min = -Infinity, max = Infinity, decimals = maxDecimals, step }) => {
    if (min > max) return [{ pointer: '/min', rule: 'minAboveMax' }];
    if (step !== undefined && countDecimals(step) > decimals)
      return [{ pointer: '/step', rule: 'stepNeedsDecimals', params: { step, limit: decimals } }];
    const isOffGrid = step !== undefined && Number.isFinite(min) && countDecimals(min) > decimals;
    return isOffGrid || !hasNumberBetween(min, max, decimals)
      ? [{ pointer: '/min', rule: 'neverFits' }]
      : [];
  },
  texts: {
    required: 'number.error.required',
    type: 'number.error.notANumber',
    tooManyDigits: 'number.error.tooManyDigits',
    decimals: 'number.error.decimals',
    step: 'number.error.step',
    minimum: 'number.error.minimum',
    maximum: 'number.error.maximum',
  },
  view: () => import('./NumberView.tsx'),
});
