import * as Type from 'typebox';
import { cleanPart } from '#schemas/platform/typedText.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { autocomplete } from '#src/engine/core/settings/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** Several lines of text. */
export const textarea = defineElement({
  type: 'textarea',
  frame: 'label',
  config: Type.Object({
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: formLimits.maxTextLength })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: formLimits.maxTextLength })),
    autocomplete,
  }),
  value: Type.String(),
  limits: ({ minLength, maxLength = formLimits.maxTextLength }) => ({
    maxLength,
    ...(minLength === undefined ? {} : { minLength }),
  }),
  lint: ({ minLength, maxLength }) =>
    minLength !== undefined && maxLength !== undefined && minLength > maxLength
      ? [{ pointer: '/minLength', rule: 'minAboveMax' }]
      : [],
  clean: (value) => cleanPart(value, 'prose'),
  parseText: (text) => text,
  parsePosted: ({ read }) => read(),
  view: () => import('./TextareaView.tsx'),
});
