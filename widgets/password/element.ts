import * as Type from 'typebox';
import { passwordLimits } from '#schemas/access/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** An existing password. Only the server can check it. */
export const password = defineElement({
  type: 'password',
  isPortalOnly: true,
  isSecret: true,
  frame: 'label',
  isOneInput: true,
  config: Type.Object({}),
  value: Type.String({ maxLength: passwordLimits.maxLength }),
  parsePosted: ({ read }) => read(), // spaces are part of it
  texts: { required: 'PasswordNotEmpty', maxLength: 'password.error.tooLong' },
  view: () => import('./PasswordView.tsx'),
});
