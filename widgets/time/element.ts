import * as Type from 'typebox';
import { cleanPart } from '#schemas/platform/typedText.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { parseTime, formatTimeWords } from './format.ts';

// Not the format `time` of JSON Schema, because that requires a time zone.
const pattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/** A local time of day without a zone. The answer is HH:mm in every language. */
export const time = defineElement({
  type: 'time',
  frame: 'label',
  config: Type.Object({
    min: Type.Optional(Type.String({ pattern })),
    max: Type.Optional(Type.String({ pattern })),
  }),
  value: Type.String({ pattern }),
  check: (value, { min, max }) => {
    // HH:mm sorts as text.
    if (min && value < min) return { rule: 'tooEarly', params: { time: min } };
    if (max && value > max) return { rule: 'tooLate', params: { time: max } };
    return undefined;
  },
  lint: ({ min, max }) =>
    min && max && min > max ? [{ pointer: '/min', rule: 'minAboveMax' }] : [],
  texts: {
    required: 'time.error.required',
    pattern: 'time.error.format',
    tooEarly: 'time.error.tooEarly',
    tooLate: 'time.error.tooLate',
  },
  clean: (value) => cleanPart(value, 'code'),
  parseText: (text) => parseTime(text) ?? text,
  formatAnswer: (value, _, { language }) => formatTimeWords(value, language),
  view: () => import('./TimeView.tsx'),
});
