import * as Type from 'typebox';
import { limits } from '#schemas/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** The password somebody has already. Only the server can tell whether it is right. */
export const password = defineElement({
  type: 'password',
  isPortalOnly: true,
  isSecret: true,
  frame: 'label',
  config: Type.Object({}, { description: 'The password somebody has already.' }),
  value: Type.String({ maxLength: limits.password.maxLength }),
  texts: { required: 'PasswordNotEmpty', maxLength: 'password.error.tooLong' },
  view: () => import('./PasswordView.tsx'),
});
