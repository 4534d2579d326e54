import { buildEmailKey } from '#schemas/access/users.rules.ts';
import { buildFoldedKey, buildUsernameKey } from '#schemas/access/usernames.rules.ts';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import { newId } from '#server/db/newId.ts';
import type { UserRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { accept } from '#server/access/acceptances/service.ts';
import { hashStatements } from '#server/accounts/accounts/service.ts';
import { hashPassword, verifyPassword } from '#server/security/passwords.ts';
import { putEmployee } from '#server/accounts/staff/service.ts';
import { loadDemoCases } from './cases.ts';
import type { DemoDays } from './demoDays.ts';
import { getDemoPassword } from './demoKeys.ts';

type Person = Pick<UserRow, 'salutation' | 'firstName' | 'lastName' | 'email' | 'mobile'> & {
  username: string;
  /**
   * the accounts that know them; they have accepted the first one's terms
   */ accountKeys: readonly string[];
};

/** The demo's client, invented like all its data. */
const client: Person = {
  salutation: 'Frau',
  firstName: 'Nora',
  lastName: 'Brandt',
  email: 'nora.brandt@beispiel.example',
  mobile: '+49 151 5550 1234',
  username: 'nora.brandt',
  accountKeys: ['aydin-kollegen', 'falkenried'],
};
/** Staff with access to a board. */
const employee: Person = {
  salutation: 'Frau',
  firstName: 'Selin',
  lastName: 'Aydın',
  email: 'selin.aydin@beispiel.example',
  mobile: null,
  username: 'selin.aydin',
  accountKeys: ['aydin-kollegen'],
};

/** Clients of one account each, to show its brand. */
const brandClients: readonly Person[] = [
  {
    salutation: 'Herr',
    firstName: 'Jonas',
    lastName: 'Wieland',
    email: 'jonas.wieland@beispiel.example',
    mobile: null,
    username: 'jonas.wieland',
    accountKeys: ['behrens-lindqvist'],
  },
  {
    salutation: 'Frau',
    firstName: 'Mara',
    lastName: 'Petersen',
    email: 'mara.petersen@beispiel.example',
    mobile: null,
    username: 'mara.petersen',
    accountKeys: ['lichtblick'],
  },
];

async function addPerson(
  deps: Deps,
  { username, accountKeys, ...person }: Person,
): Promise<string> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const user: UserRow = {
    id: newId(),
    ...person,
    emailKey: buildEmailKey(person.email),
    language: 'de',
    username,
    usernameKey: buildUsernameKey(username),
    foldedUsernameKey: buildFoldedKey(username),
    passwordHash: await hashPassword(deps, getDemoPassword(deps.config)),
    loginId: null,
    loginEmail: null,
    loginEmailKey: null,
    status: 1,
    pictureKey: null,
    createdAt: at,
    registeredAt: at,
  };
  const accounts = await deps.db
    .selectFrom('accounts')
    .select(['id', 'uniqueKey', 'terms', 'privacy'])
    .where('uniqueKey', 'in', accountKeys)
    .execute();
  const memberships = accounts.map(({ id, uniqueKey }) => {
    const place = accountKeys.indexOf(uniqueKey);
    return {
      userId: user.id,
      accountId: id,
      isDisabled: 0 as const,
      acceptedAt: null,
      termsHash: null,
      privacyHash: null,
      idempotencyKey: null,
      bodyHash: '',
      createdAt: new Date(now.getTime() - accountKeys.length + place).toISOString(),
    };
  });
  await inTransaction(deps.db, async (transaction) => {
    await transaction.insertInto('users').values(user).execute();
    await transaction.insertInto('memberships').values(memberships).execute();
    const [first] = accounts.filter(({ uniqueKey }) => uniqueKey === accountKeys[0]);
    if (first)
      await accept(
        transaction,
        { accountId: first.id, userId: user.id },
        { acceptedAt: at, shown: hashStatements(first), field: '', language: user.language },
      );
  });
  return user.id;
}

/**
 * Resets the demo users' passwords to the announced one, because a visitor may have changed them.
 */
export async function loadDemoPeople(deps: Deps, days: DemoDays): Promise<void> {
  for (const person of [client, ...brandClients]) {
    const userId = await makePersonWithPassword(deps, person);
    await loadDemoCases(deps, days, { userId, accountKeys: person.accountKeys });
  }
  const employeeId = await makePersonWithPassword(deps, employee);
  const { id: accountId } = await deps.db
    .selectFrom('accounts')
    .select('id')
    .where('uniqueKey', '=', employee.accountKeys[0] ?? '')
    .executeTakeFirstOrThrow();
  await putEmployee(deps, { accountId, scopes: keyScopes }, employeeId, 'admin');
}

async function makePersonWithPassword(deps: Deps, person: Person): Promise<string> {
  const known = await deps.db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where('usernameKey', '=', buildUsernameKey(person.username))
    .executeTakeFirst();
  if (!known) return addPerson(deps, person);
  const password = getDemoPassword(deps.config);
  if (await verifyPassword(deps, known.passwordHash, password)) return known.id;
  await deps.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(deps, password) })
    .where('id', '=', known.id)
    .execute();
  return known.id;
}

export type DemoUser = { username: string; password: string; role: 'client' | 'staff' };

/** The users who can log in to the demo. */
export const listDemoUsers = ({ config }: Deps): DemoUser[] =>
  [
    { ...client, role: 'client' as const },
    { ...employee, role: 'staff' as const },
    ...brandClients.map((person) => ({ ...person, role: 'client' as const })),
  ].map(({ username, role }) => ({ username, password: getDemoPassword(config), role }));
