import * as Type from 'typebox';
import { userLimits } from '#schemas/access/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

const { minUsernameLength, maxUsernameLength } = userLimits;

/** A username: an existing one, or a new one that must be free. */
export const username = defineElement({
  type: 'username',
  isPortalOnly: true,
  frame: 'label',
  config: Type.Object({ isNew: Type.Optional(Type.Boolean()) }),
  value: Type.String({ maxLength: maxUsernameLength }),
  limits: ({ isNew }) => (isNew ? { minLength: minUsernameLength, pattern: '^\\S*$' } : {}),
  clean: (value) => (typeof value === 'string' ? value.trim() : value),
  texts: {
    required: 'UsernameNotEmpty',
    pattern: 'username.error.spaces',
    taken: 'UsernameExists',
  },
  view: () => import('./UsernameView.tsx'),
});
