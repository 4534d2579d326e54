import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';

/** A calendar day (YYYY-MM-DD), or `today`: the day on which the form is filled in. */
const Bound = Type.String({ pattern: '^(today|[0-9]{4}-[0-9]{2}-[0-9]{2})$' });

const resolve = (bound: string, today: string): string => (bound === 'today' ? today : bound);

/** A calendar day. The answer is YYYY-MM-DD whatever the language shows. */
export const date = defineElement({
  type: 'date',
  frame: 'label',
  config: Type.Object({ min: Type.Optional(Bound), max: Type.Optional(Bound) }),
  value: Type.String({ format: 'date' }),
  check: (value, { min, max }, { today }) => {
    // ISO days sort as text.
    if (min && value < resolve(min, today)) return min === 'today' ? { rule: 'past' } : { rule: 'tooEarly', params: { date: min } };
    if (max && value > resolve(max, today)) return max === 'today' ? { rule: 'future' } : { rule: 'tooLate', params: { date: max } };
    return undefined;
  },
  lint: ({ min, max }) =>
    min && max && min !== 'today' && max !== 'today' && min > max ? [{ pointer: '/min', rule: 'minAboveMax' }] : [],
  texts: {
    format: 'date.error.format', past: 'date.error.past', future: 'date.error.future',
    tooEarly: 'date.error.tooEarly', tooLate: 'date.error.tooLate',
  },
  view: () => import('./DateView.tsx'),
});
