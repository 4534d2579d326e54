import { AccountDetails } from '#schemas/accounts/accounts.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import {
  createFirm,
  isFirmKey,
  listFirms,
  setFirmDisabled,
} from '#server/accounts/accounts/service.ts';
import type { Deps } from '#server/deps.ts';
import { startFirmNotifications } from '#server/mail/firmNotifications/service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  cleanInput,
  describeUnknownFirm,
  explainRefusal,
  getText,
  requireText,
  UsageError,
  type Command,
  type Outcome,
  type Values,
} from './command.ts';
import { describeFailure } from './failures.ts';
import { inviteStaff, readInvitation } from './staff.ts';

const text = { type: 'string' } as const;

/** Each of them asks for an invitation, which then needs all that is required. */
const administratorOptions = ['email', 'first-name', 'last-name'];

/** Reads the options of a firm like the body of a call. Throws UsageError. */
function readDetails(values: Values): AccountDetails {
  const name = requireText(values, 'name');
  const details = {
    name,
    shortName: getText(values, 'short-name') ?? name,
    street: getText(values, 'street') ?? '',
    postalCode: getText(values, 'postal-code') ?? '',
    city: getText(values, 'city') ?? '',
    phone: getText(values, 'phone') ?? '',
    fax: '',
    website: getText(values, 'website') ?? '',
  };
  cleanInput(AccountDetails, details);
  return details;
}

/** Creates a firm and its first key, or neither. Throws UsageError for a key that is taken. */
const createNewFirm = (
  deps: Deps,
  { uniqueKey, details, email }: { uniqueKey: string; details: AccountDetails; email?: string },
) =>
  explainRefusal(
    inTransaction(deps.db, async (db) => {
      const { id } = await createFirm(deps, db, { uniqueKey, details });
      const granter = { accountId: id, scopes: keyScopes };
      const first = { name: 'First key', scopes: keyScopes };
      const { apiKey } = await createApiKey({ ...deps, db }, granter, first);
      if (email !== undefined) await startFirmNotifications({ ...deps, db }, id, email);
      return { accountId: id, apiKey };
    }),
    { conflict: `There is already a firm ${uniqueKey}. Choose another key for its address.` },
  );

async function setDisabled(deps: Deps, firm: string, isDisabled: boolean): Promise<Outcome> {
  const changing = setFirmDisabled(deps, firm, isDisabled);
  const sentences = { notFound: describeUnknownFirm(firm) };
  return { result: present(await explainRefusal(changing, sentences)) };
}

/** Creates a firm and its first key, which is printed also when the invitation fails later. */
async function addFirm(deps: Deps, [uniqueKey = '']: readonly string[], values: Values) {
  if (!isFirmKey(uniqueKey))
    throw new UsageError(
      `The key of a firm has at most ${accountLimits.maxDetailLength} small letters, digits and hyphens.`,
    );
  const details = readDetails(values);
  const isInviting = administratorOptions.some((option) => getText(values, option) !== undefined);
  const invitation = isInviting ? readInvitation({ ...values, role: 'admin' }) : undefined;
  const { accountId, apiKey } = await createNewFirm(deps, {
    uniqueKey,
    details,
    ...(invitation ? { email: invitation.email } : {}),
  });
  const page = `${deps.config.publicUrl}/page/${uniqueKey}`;
  const created = { firm: uniqueKey, accountId, page, apiKey };
  if (!invitation) return { result: created };
  try {
    return { result: { ...(await inviteStaff(deps, accountId, invitation)), ...created } };
  } catch (error) {
    return { result: { ...created, invitationFailed: describeFailure(error) }, isFailure: true };
  }
}

const present = ({
  uniqueKey,
  name,
  id,
  createdAt,
  disabledAt,
}: {
  uniqueKey: string;
  name: string;
  id: string;
  createdAt: string;
  disabledAt: string | null;
}) => ({ firm: uniqueKey, name, accountId: id, createdAt, disabledAt });

export const firmCommands: Readonly<Record<string, Command>> = {
  'firm add': {
    takes: ['FIRM'],
    purpose: 'creates a firm with a key of all scopes; with --email it invites an administrator',
    options: {
      name: text,
      'short-name': text,
      street: text,
      'postal-code': text,
      city: text,
      phone: text,
      website: text,
      email: text,
      'first-name': text,
      'last-name': text,
      language: text,
    },
    run: addFirm,
  },
  'firm list': {
    takes: [],
    purpose: 'lists all firms',
    run: async ({ db }) => ({ result: (await listFirms(db)).map(present) }),
  },
  'firm disable': {
    takes: ['FIRM'],
    purpose: 'stops keys, sessions, pages and forms of a firm; its data stays',
    run: (deps, [firm = '']) => setDisabled(deps, firm, true),
  },
  'firm enable': {
    takes: ['FIRM'],
    purpose: 'undoes firm disable',
    run: (deps, [firm = '']) => setDisabled(deps, firm, false),
  },
};
