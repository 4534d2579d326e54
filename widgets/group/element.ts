import * as Type from 'typebox';
import { LocalizedText } from '#schemas/platform/common.ts';
import { ElementEnvelope } from '#schemas/forms/forms.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { formatRowName } from './formatRowName.ts';

const Count = Type.Integer({ minimum: 0, maximum: formLimits.maxRows });

/**
 * A group of elements, asked once or several times. The answer is always a list of rows: `[{ name:
 * 'Anna', phone: '040 123' }]`. Missing rows count as empty up to `min`.
 */
export const group = defineElement({
  type: 'group',
  frame: 'group',
  config: Type.Object({
    formElements: Type.Array(ElementEnvelope, { minItems: 1, maxItems: formLimits.maxElements }),
    min: Type.Optional(Count),
    max: Type.Optional(Count),
    rowLabel: Type.Optional(LocalizedText),
    addLabel: Type.Optional(LocalizedText),
  }),
  // The elements of a row are validated one by one.
  value: Type.Unsafe<Record<string, unknown>[]>({ type: 'array', items: { type: 'object' } }),
  rows: {
    getRange: ({ min = 1, max = Math.max(min, 1) }) => ({ min, max }),
    formatName: formatRowName,
  },
  formatAnswer: (rows, _, { text }) => text('group.count', { count: rows.length }),
  lint: ({ min = 1, max }) => {
    if (max === 0) return [{ pointer: '/max', rule: 'neverFits' }];
    return max !== undefined && min > max ? [{ pointer: '/min', rule: 'minAboveMax' }] : [];
  },
  texts: {
    maxItems: 'group.error.maxItems',
    minItems: 'group.error.minItems',
    required: 'group.error.required',
  },
  view: () => import('./GroupView.tsx'),
});
