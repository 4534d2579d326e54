import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import { duplicateOptions, optionLabel, optionNamed, Options } from '#src/engine/core/options.ts';

/** Any number of several options. The answer lists their values in the order they are offered. */
export const multiplechoice = defineElement({
  type: 'multiplechoice',
  frame: 'group',
  config: Type.Object(
    {
      options: Options,
      min: Type.Optional(
        Type.Integer({ minimum: 1, description: 'How many to choose, if any is chosen at all.' }),
      ),
      max: Type.Optional(Type.Integer({ minimum: 1, description: 'How many may be chosen.' })),
    },
    { description: 'Any number of several options. The answer lists their values.' },
  ),
  value: Type.Array(Type.String(), { uniqueItems: true }),
  limits: ({ options, min, max }) => ({
    items: { type: 'string', enum: options.map(({ value }) => value) },
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
  }),
  lint: ({ options, min, max }) => [
    ...duplicateOptions(options),
    ...(min !== undefined && max !== undefined && min > max
      ? [{ pointer: '/min', rule: 'minAboveMax' }]
      : []),
    ...(min !== undefined && min > options.length
      ? [{ pointer: '/min', rule: 'minAboveOptions', params: { count: options.length } }]
      : []),
  ],
  fromText: (text, { options }) => {
    const named = new Set(text.split(',').map((part) => optionNamed(options, part)));
    const values = options.map(({ value }) => value).filter((value) => named.has(value));
    return values.length > 0 ? values : undefined;
  },
  textOf: (values, { options }, { language }) =>
    values.map((value) => optionLabel(options, value, language)).join('\n'),
  wordsOf: (values, { options }, language) =>
    Array.isArray(values)
      ? values
          .filter((value) => typeof value === 'string')
          .map((value) => optionLabel(options, value, language))
          .join(', ')
      : undefined,
  texts: { required: 'multiplechoice.error.required' },
  view: () => import('./MultiplechoiceView.tsx'),
});
