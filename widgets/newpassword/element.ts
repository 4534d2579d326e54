import * as Type from 'typebox';
import { LocalizedText } from '#schemas/platform/common.ts';
import { passwordLimits } from '#schemas/access/limits.ts';
import { countCharacters, findBrokenRule, isSamePassword } from '#schemas/access/users.rules.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { repeatPart } from './repeatPart.ts';

const { minLength, maxLength } = passwordLimits;

const Typed = Type.String({ maxLength });

/** A new password, typed twice. */
export const newpassword = defineElement({
  type: 'newpassword',
  isPortalOnly: true,
  isSecret: true,
  hasOwnErrorLine: true,
  frame: 'label',
  config: Type.Object({ repeatLabel: LocalizedText }),
  value: Type.Object(
    { password: Typed, repeated: Typed },
    { additionalProperties: false, required: ['password', 'repeated'] },
  ),
  parsePosted: ({ read }) => ({ password: read(), repeated: read(repeatPart) }),
  isEmpty: (value) =>
    value === undefined ||
    (typeof value === 'object' && value !== null && 'password' in value && value.password === ''),
  check: ({ password, repeated }, { repeatLabel }, { person = {} }) => {
    const rule = findBrokenRule(password, person);
    if (rule)
      return {
        rule,
        params: { minLength, limit: maxLength, missing: minLength - countCharacters(password) },
      };
    const part = { id: repeatPart, label: repeatLabel };
    if (repeated === '') return { rule: 'notRepeated', part };
    return isSamePassword(repeated, password) ? undefined : { rule: 'notSame', part };
  },
  texts: {
    required: 'PasswordNewNotEmpty',
    minLength: 'newpassword.error.tooShort',
    maxLength: 'newpassword.error.tooLong',
    kinds: 'PasswordSecurityCriteria',
    person: 'newpassword.error.person',
    notAllowed: 'newpassword.error.notAllowed',
    notRepeated: 'newpassword.error.notRepeated',
    notSame: 'PasswordInputMatchingError',
  },
  view: () => import('./NewpasswordView.tsx'),
});
