import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import { duplicateOptions, optionLabel, optionNamed, Options } from '#src/engine/core/options.ts';

/** Exactly one of several options. The answer is the option's value. */
export const simplechoice = defineElement({
  type: 'simplechoice',
  frame: 'group',
  config: Type.Object(
    { options: Options },
    { description: 'Exactly one of several options. The answer is its value.' },
  ),
  value: Type.String(),
  limits: ({ options }) => ({ enum: options.map((option) => option.value) }),
  lint: ({ options }) => duplicateOptions(options),
  fromText: (text, { options }) => optionNamed(options, text),
  textOf: (value, { options }, { language }) => optionLabel(options, value, language),
  wordsOf: (value, { options }, language) =>
    typeof value === 'string' ? optionLabel(options, value, language) : undefined,
  view: () => import('./SimplechoiceView.tsx'),
});
