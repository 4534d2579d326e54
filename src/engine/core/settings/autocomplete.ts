import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';

/** Autocomplete tokens of WCAG 1.3.5. Passwords and payment cards are excluded on purpose. */
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

/** Setting of element types that accept text. */
export const autocomplete = Type.Optional(StringEnum(purposes));

/** Autocomplete token by prefill name. */
export const prefillPurposes: Record<NonNullable<FormElement['prefill']>, Purpose> = {
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

/** Returns the author's autocomplete token, else the one of the prefill. */
export function getPurpose({
  autocomplete,
  prefill,
}: {
  autocomplete?: Purpose;
  prefill?: FormElement['prefill'];
}): Purpose | undefined {
  return autocomplete ?? (prefill && prefillPurposes[prefill]);
}
