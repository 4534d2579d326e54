import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import {
  findDuplicateOptions,
  getOptionLabel,
  findOptionValue,
  Options,
} from '#src/engine/core/settings/options.ts';

/** Exactly one of several options. The answer is the option's value. */
export const simplechoice = defineElement({
  type: 'simplechoice',
  frame: 'group',
  config: Type.Object({ options: Options }),
  value: Type.String(),
  limits: ({ options }) => ({ enum: options.map((option) => option.value) }),
  lint: ({ options }) => findDuplicateOptions(options),
  parseText: (text, { options }) => findOptionValue(options, text),
  formatAnswer: (value, { options }, { language }) => getOptionLabel(options, value, language),
  formatInline: (value, { options }, language) =>
    typeof value === 'string' ? getOptionLabel(options, value, language) : undefined,
  texts: { required: 'choice.error.required' },
  view: () => import('./SimplechoiceView.tsx'),
});
