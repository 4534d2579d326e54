import { sql, type RawBuilder } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import { addAccount, addUser, publish, type TestServer } from '#server/testing/testServer.ts';

/**
 * Size of a database. One case has `big` of the messages, the others share the rest. Onlookers have
 * no case. With tasks, the first client is an admin of the board. `marks` messages are unread.
 */
export type Size = {
  cases: number;
  messages: number;
  big: number;
  clients: number;
  onlookers?: number;
  tasks?: number;
  marks?: number;
};

export const countUsers = ({ clients, onlookers = 0 }: Size): number => clients + onlookers;

const leastUnread = 21;

export const clientId = (number: number): string => `client-${number}`;
export const caseId = (number: number): string => `case-${10_000_000 + number}`;
export const messageId = (number: number): string => `message-${10_000_000 + number}`;

/** Messages from this number on are unread, except in the big case. */
export function firstUnread({ cases, messages, big, marks = 0 }: Size): number {
  const first = messages - Math.max(leastUnread, Math.ceil(marks / (cases - 1))) * (cases - 1);
  if (marks > 0 && first < big)
    throw new Error(`${messages} messages are too few to mark ${marks} as read`);
  return first;
}
export const buildCase = ({ big, cases }: Size, message: number): number =>
  message < big ? 0 : 1 + (message % (cases - 1));
/** Returns when a message was written. */
export const buildInstant = (message: number): string =>
  new Date((1_700_000_000 + message * 20) * 1_000).toISOString();

const words =
  'Sehr geehrte Frau Castillo, das Gutachten liegt vor und bestätigt die Höhe des Schadens. ' +
  'Die Versicherung hat eine Frist bis zum Monatsende gesetzt; wir melden uns, sobald sie ' +
  'geantwortet hat. ';

/** `20 * number` seconds after a fixed instant, as text. */
const instant = (db: Db, number: RawBuilder<unknown>): RawBuilder<string> => {
  const seconds = sql`1700000000 + ${number} * 20`;
  return isSqlite(db)
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
    : sql`to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
};

const id = (name: string, number: RawBuilder<unknown>) =>
  sql`${sql.lit(name)} || cast(10000000 + ${number} as text)`;
const n = sql.raw('n');
const nAsText = sql`cast(n as text)`;
const none = sql`null`;
const zero = sql`0`;
const text = (value: string) => sql.lit(value);

/** Inserts a row for each number. The values are SQL expressions over the number `n`. */
async function insertRows(
  db: Db,
  table: string,
  [from, to]: readonly [number, number],
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    with recursive numbers(n) as (
      select cast(${sql.lit(from)} as integer)
      union all select n + 1 from numbers where n + 1 < ${sql.lit(to)}
    )
    select ${sql.join(Object.values(columns))} from numbers
  `.execute(db);
}

async function fillCases(db: Db, accountId: string, { cases, clients }: Size): Promise<void> {
  const [account, start] = [text(accountId), instant(db, zero)];
  const all = [0, cases] as const;
  await insertRows(db, 'cases', all, {
    id: id('case-', n),
    accountId: account,
    header: sql`'Brandt ./. Alster ' || ${nAsText}`,
    aktenzeichen: sql`${nAsText} || '/26'`,
    aktenkurzbezeichnung: text('Brandt'),
    categories: text('["Verkehrsrecht"]'),
    permissionToReply: sql`1`,
    serviceAkte: zero,
    isEsyAkte: zero,
    creatorFirstName: text('Selin'),
    creatorLastName: text('Aydın'),
    assignees: text('[{"firstName":"Selin","lastName":"Aydın"}]'),
    searchKey: sql`'brandt ./. alster ' || ${nAsText}`,
    lastMessage: text('Es liegt vor.'),
    lastMessageBy: text('Selin Aydın'),
    lastMessageById: account,
    bodyHash: text(''),
    createdAt: start,
  });
  await insertRows(db, 'caseClients', all, {
    caseId: id('case-', n),
    userId: sql`'client-' || cast(n % ${sql.lit(clients)} as text)`,
    accountId: account,
    activeAt: start,
  });
  await insertRows(db, 'timelines', all, {
    id: id('case-', n),
    caseId: id('case-', n),
    messageCount: zero,
    fileCount: zero,
    lastMessageDate: none,
  });
}

/** Some of the messages, each with its receipt. The newest messages of each case are unread. */
async function fillMessages(
  db: Db,
  accountId: string,
  size: Size,
  range: readonly [number, number],
): Promise<void> {
  const { cases, big, clients } = size;
  const [ofBig, others] = [sql.lit(big), sql.lit(cases - 1)];
  const caseNumber = sql`(case when n < ${ofBig} then 0 else 1 + (n % ${others}) end)`;
  const caseId = id('case-', caseNumber);
  const unreadOfBig = sql`n < ${ofBig} and n >= ${sql.lit(Math.floor(big * 0.99))}`;
  const isUnread = sql`((${unreadOfBig}) or n >= ${sql.lit(firstUnread(size))})`;
  const at = instant(db, n);
  await insertRows(db, 'messages', range, {
    id: id('message-', n),
    caseId,
    timelineId: caseId,
    header: sql`'Nr. ' || ${nAsText}`,
    text: text(words.repeat(2)),
    creatorName: text('Selin Aydın'),
    authorId: text(accountId),
    labels: text('[]'),
    bodyHash: text(''),
    createdAt: at,
  });
  await insertRows(db, 'receipts', range, {
    messageId: id('message-', n),
    userId: sql`'client-' || cast(${caseNumber} % ${sql.lit(clients)} as text)`,
    caseId,
    timelineId: caseId,
    messageCreatedAt: at,
    readAt: sql`case when ${isUnread} then null else ${at} end`,
  });
}

/** Open tasks, spread over all statuses and cases. Every third has a deadline. */
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
  const [account, at] = [text(accountId), instant(db, n)];
  await insertRows(db, 'workflows', [0, tasks], {
    key: id('task-', n),
    formId: text(formId),
    revision: sql`1`,
    accountId: account,
    type: text('ASSISTENT'),
    startedAt: at,
    lastUsedAt: at,
  });
  const deadline = instant(db, sql`(n + 50000000)`);
  await insertRows(db, 'tasks', [0, tasks], {
    workflowKey: id('task-', n),
    accountId: account,
    caseId: id('case-', sql`(n % ${sql.lit(cases)})`),
    name: sql`'"Vollmacht ' || ${nAsText} || ' erteilen und Unterlagen einreichen"'`,
    status: sql`n % 8`,
    validUntil: sql`case when n % 3 = 0 then ${deadline} else null end`,
    bodyHash: text(''),
    createdAt: at,
  });
}

/** Derives counts and dates of timelines and cases from their messages. */
async function summarize(db: Db): Promise<void> {
  await sql`
    update "timelines" set
      "messageCount" = (
        select count(*) from "messages" where "messages"."timelineId" = "timelines"."id"
      ),
      "lastMessageDate" = (
        select max("createdAt") from "messages" where "messages"."timelineId" = "timelines"."id"
      )
  `.execute(db);
  await sql`
    update "cases" set "lastMessageDate" = (
      select "lastMessageDate" from "timelines" where "timelines"."id" = "cases"."id"
    )
  `.execute(db);
  await sql`
    update "caseClients" set "activeAt" = coalesce((
      select "lastMessageDate" from "timelines" where "timelines"."id" = "caseClients"."caseId"
    ), "activeAt")
  `.execute(db);
}

const step = 50_000;

/** Fills an empty database with few statements. */
export async function fill(server: TestServer, size: Size): Promise<void> {
  const { db } = server.deps;
  const account = await addAccount(server);
  const { accountId } = account;
  for (let number = 0; number < countUsers(size); number += 1)
    await addUser(server, [accountId], {
      id: clientId(number),
      username: clientId(number),
      usernameKey: clientId(number),
    });
  await db.transaction().execute(async (transaction) => {
    await fillCases(transaction, accountId, size);
    for (let from = 0; from < size.messages; from += step)
      await fillMessages(transaction, accountId, size, [
        from,
        Math.min(from + step, size.messages),
      ]);
    await summarize(transaction);
  });
  if (size.tasks) await fillTasks(server, account, size);
  // Not on SQLite: with ANALYZE statistics it plans a statement again for each value.
  if (!isSqlite(db)) await sql`analyze`.execute(db);
}
