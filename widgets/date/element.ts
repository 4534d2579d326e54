import * as Type from 'typebox';
import { described } from '#schemas/common.ts';
import { dayBoundPattern, dayInWords, resolveDay } from '#schemas/dates.rules.ts';
import { autocomplete } from '#src/engine/core/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { formats } from '#src/engine/core/formats.ts';
import { isNoSuchDay, parseDay } from './format.ts';

const Bound = Type.String({ pattern: dayBoundPattern });

/** Any day will do to compare two bounds that both depend on it. */
const someDay = '2026-01-01';
const isAbsolute = (bound: string): boolean => /^\d{4}-/.test(bound);
const isNoDay = (bound: string | undefined): boolean =>
  bound !== undefined && isAbsolute(bound) && !formats['date']?.(bound);

function neverFits(min: string | undefined, max: string | undefined): boolean {
  if (!min || !max || isAbsolute(min) !== isAbsolute(max)) return false;
  return resolveDay(min, someDay) > resolveDay(max, someDay);
}

/** A calendar day. The answer is YYYY-MM-DD whatever the language shows; bounds are days, also counted from today in Germany. */
export const date = defineElement({
  type: 'date',
  frame: 'label',
  config: Type.Object(
    {
      min: Type.Optional(
        described(
          Bound,
          'The earliest day: YYYY-MM-DD, "today", or counted from today as in "today-18y" or "+14d".',
        ),
      ),
      max: Type.Optional(described(Bound, 'The latest day, written like `min`.')),
      autocomplete,
    },
    { description: 'A calendar day. The answer is YYYY-MM-DD.' },
  ),
  value: Type.String({ format: 'date' }),
  closerRule: (value, { today }) =>
    typeof value === 'string' && isNoSuchDay(value, Number(today.slice(0, 4)))
      ? 'noSuchDay'
      : undefined,
  check: (value, { min, max }, { today }) => {
    const first = min && resolveDay(min, today);
    const last = max && resolveDay(max, today);
    // ISO days sort as text.
    if (first && value < first)
      return first === today ? { rule: 'past' } : { rule: 'tooEarly', params: { date: first } };
    if (last && value > last)
      return last === today ? { rule: 'future' } : { rule: 'tooLate', params: { date: last } };
    return undefined;
  },
  lint: ({ min, max }) => [
    ...(neverFits(min, max) ? [{ pointer: '/min', rule: 'minAboveMax' }] : []),
    ...(isNoDay(min) ? [{ pointer: '/min', rule: 'noSuchDay' }] : []),
    ...(isNoDay(max) ? [{ pointer: '/max', rule: 'noSuchDay' }] : []),
  ],
  texts: {
    format: 'date.error.format',
    noSuchDay: 'date.error.noSuchDay',
    past: 'date.error.past',
    future: 'date.error.future',
    tooEarly: 'date.error.tooEarly',
    tooLate: 'date.error.tooLate',
  },
  fromText: (text, _, { today }) => parseDay(text, Number(today.slice(0, 4))) ?? text,
  textOf: (value, _, { language }) => dayInWords(value, language),
  wordsOf: (value) =>
    typeof value === 'string' && formats['date']?.(value)
      ? value.split('-').reverse().join('.')
      : undefined,
  view: () => import('./DateView.tsx'),
});
