import { NewEmployee } from '#schemas/access/staffInvitations.ts';
import { keyScopes, staffRoles } from '#schemas/platform/endpoint.ts';
import { defaultLanguage, languages } from '#schemas/platform/common.ts';
import { inviteEmployee } from '#server/access/users/service.ts';
import type { Deps } from '#server/deps.ts';
import {
  cleanInput,
  getFirmId,
  getChoice,
  getText,
  requireText,
  type Command,
  type Values,
} from './command.ts';

const text = { type: 'string' } as const;

/** Cleans and checks the options of an invitation before anything is written. Throws UsageError. */
export function readInvitation(values: Values) {
  const language = getChoice(values, 'language', languages) ?? defaultLanguage;
  const role = getChoice(values, 'role', staffRoles) ?? 'admin';
  const employee = {
    firstName: getText(values, 'first-name') ?? '',
    lastName: requireText(values, 'last-name'),
    email: requireText(values, 'email'),
    language,
    role,
  };
  cleanInput(NewEmployee, employee);
  return employee;
}

/** Creates a member of the staff and queues the invitation mail, which the server sends. */
export async function inviteStaff(deps: Deps, accountId: string, employee: NewEmployee) {
  const language = employee.language ?? defaultLanguage;
  const inviter = { accountId, language, scopes: keyScopes };
  const { userId, role, email, invitationUrl, validUntil } = await inviteEmployee(
    deps,
    inviter,
    employee,
  );
  return { userId, role, email, invitation: invitationUrl, validUntil };
}

export const staffCommands: Readonly<Record<string, Command>> = {
  'staff invite': {
    takes: ['FIRM'],
    purpose: `creates and invites one of its staff; --role is ${staffRoles.join(', ')}`,
    options: { email: text, 'first-name': text, 'last-name': text, role: text, language: text },
    run: async (deps, [firm = ''], values) => {
      const invitation = readInvitation(values);
      return { result: await inviteStaff(deps, await getFirmId(deps, firm), invitation) };
    },
  },
};
