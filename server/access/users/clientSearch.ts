import {
  accessStates,
  type AccessState,
  type ClientCounts,
  type listUsers,
} from '#schemas/access/clients.ts';
import type { Employee } from '#schemas/accounts/staff.ts';
import { buildEmailKey } from '#schemas/access/users.rules.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Query, Reply } from '#schemas/platform/endpoint.ts';
import { clientIndexLimits } from '#server/access/limits.ts';
import type { Db, UserRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { listLimits } from '#server/http/limits.ts';
import { listIndexed, listSearched, listWords } from '#server/words.ts';
import { presentUser } from './presentUser.ts';
import * as repository from './searchRepository.ts';

/** The provider, and the member of its staff who calls; without one it is a program. */
type Caller = { accountId: string; language: Language; staff?: Employee | undefined };

/** Lists a page of an account's clients that all filters find, with their total. */
export async function listClients(
  deps: Deps,
  { accountId, staff }: Caller,
  query: Query<typeof listUsers>,
): Promise<Reply<typeof listUsers>> {
  const { db, clock } = deps;
  const { cursor, limit = listLimits.pageSize, email, since, q, externalId, accessState } = query;
  const filter = {
    isWithoutStaff: query.withoutStaff,
    access: accessState && { state: accessState, now: clock.now().toISOString() },
    externalId,
    emailKey: email === undefined ? undefined : buildEmailKey(email),
    since,
    words: q === undefined ? undefined : listSearched(q),
  };
  if (filter.words?.length === 0) return { items: [], total: 0 };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [found, total] = await Promise.all([
    repository.listClients(db, accountId, filter, { limit, after }),
    repository.countClients(db, accountId, filter),
  ]);
  const { rows, ...next } = toPage(found, limit, ({ knownSince, id }) => ({ at: knownSince, id }));
  const cases = await repository.countCases(
    db,
    accountId,
    rows.map(({ id }) => id),
    staff?.userId,
  );
  const items = rows.map((row) => ({
    ...presentUser(deps, row),
    caseCount: cases.get(row.id) ?? 0,
  }));
  return { items, ...next, total };
}

/** Counts an account's clients without its staff by the state of their access. */
export async function countClients({ db, clock }: Deps, accountId: string): Promise<ClientCounts> {
  const now = clock.now().toISOString();
  const count = (state?: AccessState) =>
    repository.countClients(db, accountId, {
      isWithoutStaff: true,
      access: state && { state, now },
    });
  const counted = accessStates.map(async (state) => [state, await count(state)] as const);
  const [all, byState] = await Promise.all([count(), Promise.all(counted)]);
  return { all, ...(Object.fromEntries(byState) as Record<AccessState, number | null>) };
}

/** Stores the words and stems by which the account finds a client, after a change of its names. */
export const indexClient = (
  db: Db,
  { userId, accountId }: { userId: string; accountId: string },
  { firstName, lastName, email }: Pick<UserRow, 'firstName' | 'lastName' | 'email'>,
): Promise<void> => {
  const words = listWords([firstName, lastName, email].join('\n'));
  return repository.replaceWords(db, { userId, accountId }, listIndexed(words));
};

/** Indexes some clients without words; true if there may be more. */
const indexSome = ({ db }: Deps): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const waiting = await repository.listClientsWithoutWords(
      transaction,
      clientIndexLimits.indexedAtOnce,
    );
    for (const client of waiting) await indexClient(transaction, client, client);
    return waiting.length === clientIndexLimits.indexedAtOnce;
  });

/** Indexes clients from before the index, and those that an older version has created. */
export async function indexWaitingClients(deps: Deps): Promise<void> {
  while (await indexSome(deps));
}
