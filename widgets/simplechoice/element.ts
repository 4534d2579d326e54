import * as Type from 'typebox';
import { LocalizedText } from '#schemas/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

const Option = Type.Object(
  { value: Type.String({ minLength: 1, maxLength: 200 }), label: LocalizedText, help: Type.Optional(LocalizedText) },
  { additionalProperties: false },
);

/** Exactly one of several options. The answer is the option's value. */
export const simplechoice = defineElement({
  type: 'simplechoice',
  frame: 'group',
  config: Type.Object({ options: Type.Array(Option, { minItems: 1, maxItems: 200 }) }),
  value: Type.String(),
  limits: ({ options }) => ({ enum: options.map((option) => option.value) }),
  lint: ({ options }) =>
    options.flatMap((option, index) =>
      options.findIndex((other) => other.value === option.value) < index
        ? [{ pointer: `/options/${index}/value`, rule: 'duplicateOption', params: { value: option.value } }]
        : [],
    ),
  view: () => import('./SimplechoiceView.tsx'),
});
