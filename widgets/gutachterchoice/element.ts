import * as Type from 'typebox';
import { ElementId } from '#schemas/forms/forms.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { cleanChoice, ExpertChoice, isNoChoice, findMissing, readPosted } from './expertChoice.ts';

/**
 * An expert near a postal code, from the provider's list. Without a list the visitor enters a name.
 */
export const gutachterchoice = defineElement({
  type: 'gutachterchoice',
  frame: 'group',
  /**
   * `postalCodeFrom` names an element whose answer is used until the visitor types another postal
   * code.
   */
  config: Type.Object({ postalCodeFrom: Type.Optional(ElementId) }),
  expects: ({ postalCodeFrom }) =>
    postalCodeFrom === undefined ? [] : [{ source: postalCodeFrom, kind: 'postalCode' }],
  value: ExpertChoice,
  isEmpty: isNoChoice,
  clean: cleanChoice,
  check: findMissing,
  texts: {
    required: 'gutachterchoice.error.required',
    pattern: 'input.error.postalcode',
    choice: 'gutachterchoice.error.choice',
    name: 'gutachterchoice.error.name',
  },
  parsePosted: readPosted,
  formatAnswer: ({ postalCode, choice, name = '' }, _, { text }) =>
    text(choice === 'any' ? 'gutachterchoice.answer.any' : 'gutachterchoice.answer', {
      name,
      postalCode,
    }),
  view: () => import('./GutachterchoiceView.tsx'),
});
