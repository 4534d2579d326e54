import * as Type from 'typebox';
import { StringEnum } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** Purposes of WCAG 1.3.5 that a form for clients needs; the browser offers what it knows. */
const autocompletePurposes = [
  'name', 'given-name', 'family-name', 'honorific-prefix', 'email', 'tel', 'street-address', 'address-line1', 'postal-code',
  'address-level2', 'country-name', 'organization', 'organization-title', 'bday', 'iban', 'off',
] as const;

/** One line of text. */
export const input = defineElement({
  type: 'input',
  frame: 'label',
  config: Type.Object({
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.form.maxLineLength })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.form.maxLineLength })),
    autocomplete: Type.Optional(StringEnum(autocompletePurposes)),
    format: Type.Optional(StringEnum(['email', 'postalcode'])),
  }),
  value: Type.String(),
  limits: ({ minLength, maxLength = limits.form.maxLineLength, format }) => ({
    maxLength,
    ...(minLength === undefined ? {} : { minLength }),
    ...(format === 'email' ? { format: 'email' } : {}),
    ...(format === 'postalcode' ? { pattern: '^[0-9]{5}$' } : {}),
  }),
  lint: ({ minLength, maxLength }) =>
    minLength !== undefined && maxLength !== undefined && minLength > maxLength ? [{ pointer: '/minLength', rule: 'minAboveMax' }] : [],
  texts: { format: 'EmailValidation', pattern: 'input.error.postalcode' },
  view: () => import('./InputView.tsx'),
});
