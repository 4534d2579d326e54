import * as Type from 'typebox';
import { limits } from '#schemas/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** The e-mail address of whoever fills the form in. */
export const email = defineElement({
  type: 'email',
  isPortalOnly: true,
  frame: 'label',
  config: Type.Object({}, { description: "The visitor's own e-mail address." }),
  value: Type.String({ format: 'email', maxLength: limits.user.maxEmailLength }),
  texts: { required: 'EmailNotEmpty', format: 'EmailValidation' },
  view: () => import('./EmailView.tsx'),
});
