import * as Type from 'typebox';
import { cleanPart } from '#schemas/platform/typedText.ts';
import { userLimits } from '#schemas/access/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** The visitor's e-mail address. */
export const email = defineElement({
  type: 'email',
  isPortalOnly: true,
  frame: 'label',
  isOneInput: true,
  config: Type.Object({}),
  value: Type.String({ format: 'email', maxLength: userLimits.maxEmailLength }),
  clean: (value) => cleanPart(value, 'mail'),
  texts: { required: 'EmailNotEmpty', format: 'EmailValidation' },
  view: () => import('./EmailView.tsx'),
});
