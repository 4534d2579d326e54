import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import {
  findDuplicateOptions,
  getOptionLabel,
  findOptionValue,
  Options,
} from '#src/engine/core/settings/options.ts';

/** Several options. The answer lists their values in the order of the options. */
export const multiplechoice = defineElement({
  type: 'multiplechoice',
  frame: 'group',
  config: Type.Object({
    options: Options,
    min: Type.Optional(Type.Integer({ minimum: 1 })),
    max: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  value: Type.Array(Type.String(), { uniqueItems: true }),
  limits: ({ options, min, max }) => ({
    items: { type: 'string', enum: options.map(({ value }) => value) },
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
  }),
  lint: ({ options, min, max }) => [
    ...findDuplicateOptions(options),
    ...(min !== undefined && max !== undefined && min > max
      ? [{ pointer: '/min', rule: 'minAboveMax' }]
      : []),
    ...(min !== undefined && min > options.length
      ? [{ pointer: '/min', rule: 'minAboveOptions', params: { count: options.length } }]
      : []),
  ],
  parseText: (text, { options }) => {
    const named = new Set(text.split(',').map((part) => findOptionValue(options, part)));
    const values = options.map(({ value }) => value).filter((value) => named.has(value));
    return values.length > 0 ? values : undefined;
  },
  parsePosted: ({ list }, { options }) =>
    options.map(({ value }) => value).filter((value) => list().includes(value)),
  formatAnswer: (values, { options }, { language }) =>
    values.map((value) => getOptionLabel(options, value, language)).join('\n'),
  formatInline: (values, { options }, language) =>
    Array.isArray(values)
      ? values
          .filter((value) => typeof value === 'string')
          .map((value) => getOptionLabel(options, value, language))
          .join(', ')
      : undefined,
  texts: { required: 'multiplechoice.error.required' },
  view: () => import('./MultiplechoiceView.tsx'),
});
