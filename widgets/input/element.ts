import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';
import { cleanPart } from '#schemas/platform/typedText.ts';
import { postalCodeDigits, postalCodePattern } from '#schemas/forms/experts.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { autocomplete } from '#src/engine/core/settings/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { inputMode } from '#src/engine/core/settings/inputMode.ts';

const kinds = { email: 'mail', postalcode: 'postalCode' } as const;

/** One line of text. */
export const input = defineElement({
  type: 'input',
  frame: 'label',
  isOneInput: true,
  config: Type.Object({
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: formLimits.maxLineLength })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: formLimits.maxLineLength })),
    autocomplete,
    inputMode,
    format: Type.Optional(StringEnum(['email', 'postalcode'])),
  }),
  value: Type.String(),
  limits: ({ minLength, maxLength = formLimits.maxLineLength, format }) => ({
    maxLength,
    ...(minLength === undefined ? {} : { minLength }),
    ...(format === 'email' ? { format: 'email' } : {}),
    ...(format === 'postalcode' ? { pattern: postalCodePattern } : {}),
  }),
  lint: ({ minLength = 0, maxLength = formLimits.maxLineLength, format }) => [
    ...(minLength > maxLength ? [{ pointer: '/minLength', rule: 'minAboveMax' }] : []),
    ...(format === 'postalcode' && minLength > postalCodeDigits
      ? [{ pointer: '/minLength', rule: 'neverFits' }]
      : []),
    ...(format === 'postalcode' && maxLength < postalCodeDigits
      ? [{ pointer: '/maxLength', rule: 'neverFits' }]
      : []),
  ],
  texts: { format: 'EmailValidation', pattern: 'input.error.postalcode' },
  clean: (value, { format }) => cleanPart(value, format ? kinds[format] : 'line'),
  parseText: (text) => text,
  view: () => import('./InputView.tsx'),
});
