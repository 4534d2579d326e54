import * as Type from 'typebox';
import { described, LocalizedText } from '#schemas/common.ts';
import { ElementEnvelope } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { rowName } from './rowName.ts';

const Count = Type.Integer({ minimum: 0, maximum: limits.form.maxRows });

/**
 * Elements that belong together, asked once or as often as needed. The answer is a list of rows, also when there is only
 * one: `[{ name: 'Anna', phone: '040 123' }]`. A row left out counts as blank until `min` is reached.
 */
export const group = defineElement({
  type: 'group',
  frame: 'group',
  config: Type.Object(
    {
      formElements: Type.Array(ElementEnvelope, {
        description: 'What each row asks. Groups do not stand in groups.',
        minItems: 1,
        maxItems: limits.form.maxElements,
      }),
      min: Type.Optional(described(Count, 'Rows there are at least; 1 unless given.')),
      max: Type.Optional(
        described(Count, 'Rows there are at most; as many as min, and at least 1, unless given.'),
      ),
      rowLabel: Type.Optional(
        described(LocalizedText, 'Names one row, such as "Zeuge"; its number follows.'),
      ),
      addLabel: Type.Optional(described(LocalizedText, 'What the button says that adds a row.')),
    },
    {
      description:
        'Elements that belong together, asked once or as often as needed. The answer is a list of rows.',
    },
  ),
  // What stands in a row is checked element by element.
  value: Type.Unsafe<Record<string, unknown>[]>({ type: 'array', items: { type: 'object' } }),
  rows: ({ min = 1, max = Math.max(min, 1) }) => ({ min, max }),
  rowName,
  textOf: (rows, _, { text }) => text('group.count', { count: rows.length }),
  lint: ({ min = 1, max }) => {
    if (max === 0) return [{ pointer: '/max', rule: 'neverFits' }];
    return max !== undefined && min > max ? [{ pointer: '/min', rule: 'minAboveMax' }] : [];
  },
  texts: { maxItems: 'group.error.maxItems', required: 'group.error.required' },
  view: () => import('./GroupView.tsx'),
});
