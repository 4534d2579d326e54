import * as Type from 'typebox';
import { numberPattern, parseNumber } from '#schemas/platform/phoneNumber.ts';
import { cleanPart } from '#schemas/platform/typedText.ts';
import { autocomplete } from '#src/engine/core/settings/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { formatNumber } from './format.ts';

/**
 * A telephone number. The answer is international without separators, e.g. +4917604069123; a number
 * without a country code is a German one.
 */
export const mobilenumber = defineElement({
  type: 'mobilenumber',
  frame: 'label',
  purpose: 'tel',
  config: Type.Object({ autocomplete }),
  value: Type.String({ pattern: numberPattern }),
  clean: (value) => cleanPart(value, 'code'),
  parseText: (text) => parseNumber(text) ?? text,
  formatAnswer: formatNumber,
  texts: { required: 'mobilenumber.error.format', pattern: 'mobilenumber.error.format' },
  view: () => import('./MobilenumberView.tsx'),
});
