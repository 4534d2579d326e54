import * as Type from 'typebox';
import { userLimits } from '#schemas/access/limits.ts';
import { cleanUsername, findBrokenUsernameRule } from '#schemas/access/usernames.rules.ts';
import { defineElement } from '#src/engine/core/element.ts';

const { minUsernameLength, maxUsernameLength } = userLimits;

/** A username: an existing one, or a new one that must be free. */
export const username = defineElement({
  type: 'username',
  isPortalOnly: true,
  frame: 'label',
  isOneInput: true,
  config: Type.Object({ isNew: Type.Optional(Type.Boolean()) }),
  value: Type.String({ maxLength: maxUsernameLength }),
  limits: ({ isNew }) => (isNew ? { minLength: minUsernameLength, pattern: '^\\S*$' } : {}),
  clean: (value) => (typeof value === 'string' ? cleanUsername(value) : value),
  check: (username, { isNew }) =>
    isNew && findBrokenUsernameRule(username) === 'scripts' ? { rule: 'scripts' } : undefined,
  texts: {
    required: 'UsernameNotEmpty',
    pattern: 'username.error.spaces',
    scripts: 'username.error.scripts',
    taken: 'UsernameExists',
  },
  view: () => import('./UsernameView.tsx'),
});
