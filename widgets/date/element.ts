import * as Type from 'typebox';
import { cleanPart } from '#schemas/platform/typedText.ts';
import { dayBoundPattern, formatDayInWords, resolveDay } from '#schemas/platform/dates.ts';
import { autocomplete } from '#src/engine/core/settings/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { formats } from '#src/engine/core/values/formats.ts';
import { isNoSuchDay, parseDay, resolveBounds } from './format.ts';

const Bound = Type.String({ pattern: dayBoundPattern });

/** Any day works to compare two bounds relative to it. */
const someDay = '2026-01-01';
const isAbsolute = (bound: string): boolean => /^\d{4}-/.test(bound);
const isNoDay = (bound: string | undefined): boolean =>
  bound !== undefined && isAbsolute(bound) && !formats['date']?.(bound);

function isNeverValid(min: string | undefined, max: string | undefined): boolean {
  if (!min || !max || isAbsolute(min) !== isAbsolute(max)) return false;
  return resolveDay(min, someDay) > resolveDay(max, someDay);
}

/**
 * A calendar day. The answer is YYYY-MM-DD in every language. Bounds are days, or relative to the
 * visitor's day.
 */
export const date = defineElement({
  type: 'date',
  frame: 'label',
  config: Type.Object({
    min: Type.Optional(Bound),
    max: Type.Optional(Bound),
    autocomplete,
  }),
  value: Type.String({ format: 'date' }),
  refineRule: (value, { today }) =>
    typeof value === 'string' && isNoSuchDay(value, today) ? 'noSuchDay' : undefined,
  check: (value, settings, { today }) => {
    const { first, last } = resolveBounds(settings, today);
    // ISO days sort as text.
    if (first && value < first)
      return first === today ? { rule: 'past' } : { rule: 'tooEarly', params: { date: first } };
    if (last && value > last)
      return last === today ? { rule: 'future' } : { rule: 'tooLate', params: { date: last } };
    return undefined;
  },
  lint: ({ min, max }) => [
    ...(isNeverValid(min, max) ? [{ pointer: '/min', rule: 'minAboveMax' }] : []),
    ...(isNoDay(min) ? [{ pointer: '/min', rule: 'noSuchDay' }] : []),
    ...(isNoDay(max) ? [{ pointer: '/max', rule: 'noSuchDay' }] : []),
  ],
  texts: {
    required: 'date.error.required',
    format: 'date.error.format',
    noSuchDay: 'date.error.noSuchDay',
    past: 'date.error.past',
    future: 'date.error.future',
    tooEarly: 'date.error.tooEarly',
    tooLate: 'date.error.tooLate',
  },
  clean: (value) => cleanPart(value, 'code'),
  parseText: (text, settings, { today }) => parseDay(text, settings, today) ?? text,
  formatAnswer: (value, _, { language }) => formatDayInWords(value, language),
  formatInline: (value) =>
    typeof value === 'string' && formats['date']?.(value)
      ? value.split('-').reverse().join('.')
      : undefined,
  view: () => import('./DateView.tsx'),
});
