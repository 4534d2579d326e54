import * as Type from 'typebox';
import { LocalizedText } from '#schemas/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

const maxDecimals = 6;

/** A number, typed with comma or point as the language writes it; the answer is a JSON number. */
export const number = defineElement({
  type: 'number',
  frame: 'label',
  config: Type.Object({
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    /** digits after the comma */
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: maxDecimals })),
    /** shown behind the field, outside the value */
    unit: Type.Optional(LocalizedText),
  }),
  value: Type.Number(),
  limits: ({ min, max }) => ({
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
  // Not `multipleOf`: 0.1 + 0.2 is no multiple of 0.1 in binary, and nobody who types 0,30 should read about that.
  check: (value, { decimals }) =>
    decimals !== undefined && Number(value.toFixed(decimals)) !== value ? { rule: 'decimals', params: { limit: decimals } } : undefined,
  lint: ({ min, max }) => (min !== undefined && max !== undefined && min > max ? [{ pointer: '/min', rule: 'minAboveMax' }] : []),
  texts: { type: 'number.error.notANumber', decimals: 'number.error.decimals' },
  view: () => import('./NumberView.tsx'),
});
