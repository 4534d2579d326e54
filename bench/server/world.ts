import { sql, type RawBuilder } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import { addAccount, addUser, publish, type TestServer } from '#server/testing/testServer.ts';

/** How much is in a database: one case has `big` of the messages, the others share the rest alike. Onlookers have no case; they are only there. With tasks the first client is the board's admin. As many messages are unread as are to be marked, and some in each case. */
export type Size = {
  cases: number;
  messages: number;
  big: number;
  clients: number;
  onlookers?: number;
  tasks?: number;
  marks?: number;
};

export const usersOf = ({ clients, onlookers = 0 }: Size): number => clients + onlookers;

const leastUnread = 21;

export const clientId = (number: number): string => `client-${number}`;
export const caseId = (number: number): string => `case-${10_000_000 + number}`;
export const messageId = (number: number): string => `message-${10_000_000 + number}`;

/** Messages from this number on are unread, but for those of the big case. */
export function firstUnread({ cases, messages, big, marks = 0 }: Size): number {
  const first = messages - Math.max(leastUnread, Math.ceil(marks / (cases - 1))) * (cases - 1);
  if (marks > 0 && first < big)
    throw new Error(`${messages} messages are too few for ${marks} that are to be marked as read`);
  return first;
}
export const caseOf = ({ big, cases }: Size, message: number): number =>
  message < big ? 0 : 1 + (message % (cases - 1));
/** When a message was written. */
export const instantOf = (message: number): string =>
  new Date((1_700_000_000 + message * 20) * 1_000).toISOString();

const words =
  'Sehr geehrte Frau Castillo, das Gutachten liegt vor und bestätigt die Höhe des Schadens. Die Versicherung hat eine Frist bis zum Monatsende gesetzt; wir melden uns, sobald sie geantwortet hat. ';

/** `number` seconds after a fixed instant, as text. */
const instant = (db: Db, number: RawBuilder<unknown>): RawBuilder<string> =>
  isSqlite(db)
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + ${number} * 20, 'unixepoch')`
    : sql`to_char(to_timestamp(1700000000 + ${number} * 20) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const numbers = (from: number, to: number) =>
  sql`with recursive numbers(n) as (select cast(${sql.lit(from)} as integer) union all select n + 1 from numbers where n + 1 < ${sql.lit(to)})`;
const id = (name: string, number: RawBuilder<unknown>) =>
  sql`${sql.lit(name)} || cast(10000000 + ${number} as text)`;
const n = sql.raw('n');

async function fillCases(db: Db, accountId: string, { cases, clients }: Size): Promise<void> {
  const account = sql.lit(accountId);
  const client = sql`'client-' || cast(n % ${sql.lit(clients)} as text)`;
  const start = instant(db, sql`0`);
  await sql`insert into "cases" ("id", "accountId", "header", "aktenzeichen", "aktenkurzbezeichnung", "categories", "permissionToReply", "serviceAkte", "isEsyAkte", "creatorFirstName", "creatorLastName", "assignees", "searchKey", "lastMessage", "lastMessageDate", "withdrawnAt", "idempotencyKey", "bodyHash", "createdAt")
    ${numbers(0, cases)} select ${id('case-', n)}, ${account}, 'Brandt ./. Alster ' || cast(n as text), cast(n as text) || '/26', 'Brandt', '["Verkehrsrecht"]', 1, 0, 0, 'Selin', 'Aydın', '[{"firstName":"Selin","lastName":"Aydın"}]', 'brandt ./. alster ' || cast(n as text), 'Es liegt vor.', null, null, null, '', ${start} from numbers`.execute(
    db,
  );
  await sql`insert into "caseClients" ("caseId", "userId", "accountId", "activeAt") ${numbers(0, cases)} select ${id('case-', n)}, ${client}, ${account}, ${start} from numbers`.execute(
    db,
  );
  await sql`insert into "timelines" ("id", "caseId", "messageCount", "fileCount", "lastMessageDate") ${numbers(0, cases)} select ${id('case-', n)}, ${id('case-', n)}, 0, 0, null from numbers`.execute(
    db,
  );
}

/** Some of the messages, each with its receipt; the newest of every case are unread. */
async function fillMessages(
  db: Db,
  accountId: string,
  size: Size,
  from: number,
  to: number,
): Promise<void> {
  const { cases, big, clients } = size;
  const caseNumber = sql`(case when n < ${sql.lit(big)} then 0 else 1 + (n % ${sql.lit(cases - 1)}) end)`;
  const isUnread = sql`((n < ${sql.lit(big)} and n >= ${sql.lit(Math.floor(big * 0.99))}) or n >= ${sql.lit(firstUnread(size))})`;
  const at = instant(db, n);
  await sql`insert into "messages" ("id", "caseId", "timelineId", "header", "text", "creatorName", "authorId", "labels", "belegdatum", "withdrawnAt", "idempotencyKey", "bodyHash", "createdAt")
    ${numbers(from, to)} select ${id('message-', n)}, ${id('case-', caseNumber)}, ${id('case-', caseNumber)}, 'Nr. ' || cast(n as text), ${sql.lit(words.repeat(2))}, 'Selin Aydın', ${sql.lit(accountId)}, '[]', null, null, null, '', ${at} from numbers`.execute(
    db,
  );
  await sql`insert into "receipts" ("messageId", "userId", "caseId", "timelineId", "messageCreatedAt", "readAt")
    ${numbers(from, to)} select ${id('message-', n)}, 'client-' || cast(${caseNumber} % ${sql.lit(clients)} as text), ${id('case-', caseNumber)}, ${id('case-', caseNumber)}, ${at}, case when ${isUnread} then null else ${at} end from numbers`.execute(
    db,
  );
}

/** Open tasks, as many of each status, in all cases alike; every third has a deadline. */
async function fillTasks(
  server: TestServer,
  { accountId, apiKey }: { accountId: string; apiKey: string },
  { cases, tasks = 0 }: Size,
): Promise<void> {
  const { db } = server.deps;
  await db
    .insertInto('staff')
    .values({ accountId, userId: clientId(0), role: 'admin' })
    .execute();
  const { formId } = await publish(server, apiKey, {
    title: 'Vollmacht',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  });
  const [account, form, at] = [sql.lit(accountId), sql.lit(formId), instant(db, n)];
  await sql`insert into "workflows" ("key", "formId", "revision", "accountId", "type", "startedAt", "lastUsedAt")
    ${numbers(0, tasks)} select ${id('task-', n)}, ${form}, 1, ${account}, 'ASSISTENT', ${at}, ${at} from numbers`.execute(
    db,
  );
  await sql`insert into "tasks" ("workflowKey", "accountId", "caseId", "name", "status", "validUntil", "bodyHash", "createdAt")
    ${numbers(0, tasks)} select ${id('task-', n)}, ${account}, ${id('case-', sql`(n % ${sql.lit(cases)})`)}, '"Vollmacht ' || cast(n as text) || ' erteilen und Unterlagen einreichen"', n % 8, case when n % 3 = 0 then ${instant(db, sql`n + 50000000`)} else null end, '', ${at} from numbers`.execute(
    db,
  );
}

const step = 50_000;

/** Fills an empty database, in few statements. */
export async function fill(server: TestServer, size: Size): Promise<void> {
  const { db } = server.deps;
  const account = await addAccount(server);
  const { accountId } = account;
  for (let number = 0; number < usersOf(size); number += 1)
    await addUser(server, [accountId], {
      id: clientId(number),
      username: clientId(number),
      usernameKey: clientId(number),
    });
  await db.transaction().execute(async (transaction) => {
    await fillCases(transaction, accountId, size);
    for (let from = 0; from < size.messages; from += step)
      await fillMessages(transaction, accountId, size, from, Math.min(from + step, size.messages));
    await sql`update "timelines" set "messageCount" = (select count(*) from "messages" where "messages"."timelineId" = "timelines"."id"), "lastMessageDate" = (select max("createdAt") from "messages" where "messages"."timelineId" = "timelines"."id")`.execute(
      transaction,
    );
    await sql`update "cases" set "lastMessageDate" = (select "lastMessageDate" from "timelines" where "timelines"."id" = "cases"."id")`.execute(
      transaction,
    );
    await sql`update "caseClients" set "activeAt" = coalesce((select "lastMessageDate" from "timelines" where "timelines"."id" = "caseClients"."caseId"), "activeAt")`.execute(
      transaction,
    );
  });
  if (size.tasks) await fillTasks(server, account, size);
  // PostgreSQL does so by itself. SQLite is never asked to: with samples of what is there it would plan a statement anew for each value.
  if (!isSqlite(db)) await sql`analyze`.execute(db);
}
