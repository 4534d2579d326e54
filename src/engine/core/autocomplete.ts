import * as Type from 'typebox';
import { StringEnum } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';

/** What a field asks about its visitor, in the words browsers know (WCAG 1.3.5). Passwords and cards are not for forms to ask. */
const purposes = [
  'name',
  'honorific-prefix',
  'given-name',
  'additional-name',
  'family-name',
  'honorific-suffix',
  'nickname',
  'organization-title',
  'organization',
  'street-address',
  'address-line1',
  'address-line2',
  'address-line3',
  'address-level4',
  'address-level3',
  'address-level2',
  'address-level1',
  'country',
  'country-name',
  'postal-code',
  'transaction-currency',
  'transaction-amount',
  'language',
  'bday',
  'bday-day',
  'bday-month',
  'bday-year',
  'sex',
  'tel',
  'tel-country-code',
  'tel-national',
  'tel-area-code',
  'tel-local',
  'tel-extension',
  'email',
  'impp',
  'url',
  'off',
] as const;

export type Purpose = (typeof purposes)[number];

/** A setting of element types that take a text. */
export const autocomplete = Type.Optional(
  StringEnum(purposes, {
    description:
      'What is asked about the visitor, so that the browser can fill it in (WCAG 1.3.5); "off" when it is about somebody else. A prefill tells it by itself.',
  }),
);

/** What a prefilled fact says about the visitor. */
export const purposeOfPrefill: Record<NonNullable<FormElement['prefill']>, Purpose> = {
  m_vorname: 'given-name',
  m_name: 'family-name',
  m_email: 'email',
  m_handy: 'tel',
  fn: 'given-name',
  ln: 'family-name',
  slt: 'honorific-prefix',
  em: 'email',
  ph: 'tel',
  cmp: 'organization',
};

/** What the author says a field is for, else what its prefill tells. */
export function purposeOf({
  autocomplete,
  prefill,
}: {
  autocomplete?: Purpose;
  prefill?: FormElement['prefill'];
}): Purpose | undefined {
  return autocomplete ?? (prefill && purposeOfPrefill[prefill]);
}
