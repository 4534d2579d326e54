// A server process of bench:server: the product, or the floor that it is measured beside. Prints where it listens.
import Fastify from 'fastify';
import type { CompiledQuery } from 'kysely';
import { migrate, openDatabase } from '#server/db/database.ts';
import { isSqlite } from '#server/db/dialect.ts';
import { newId } from '#server/db/newId.ts';
import { asOne, together } from '#server/db/prepared.ts';
import type { Db, MessageRow } from '#server/db/schema.ts';
import { listSharedCases } from '#server/modules/cases/repository.ts';
import { noteMessage } from '#server/modules/cases/service.ts';
import { insertEvents } from '#server/modules/events/repository.ts';
import type { NewEvent } from '#server/modules/events/service.ts';
import {
  insertMessage,
  listMessages,
  marksRead,
  messageRead,
  type Mark,
} from '#server/modules/messages/repository.ts';
import { indexMessage } from '#server/modules/search/service.ts';
import { hashSecret } from '#server/http/secrets.ts';
import { systemClock } from '#server/ports/clock.ts';
import { createPostgresEventBus } from '#server/ports/postgresEventBus.ts';
import { signIn, startTestServer } from '#server/testing/testServer.ts';
import type { CallName, Ready, Start } from './spec.ts';
import { caseId, clientId, fill, messageId, usersOf } from './world.ts';

const start = JSON.parse(process.argv[2] ?? '') as Start;
const db = openDatabase({ databaseUrl: start.databaseUrl, dataDir: start.dataDir });
const at = '2026-11-20T09:00:00.000Z';
const say = (ready: Ready) => process.stdout.write(`${JSON.stringify(ready)}\n`);

async function serveProduct(): Promise<void> {
  await migrate(db);
  // Each call comes from an address of its own: how much one may ask for is not what is measured.
  const server = await startTestServer({
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    ...(start.webAppFolder ? { appOptions: { webAppFolder: start.webAppFolder } } : {}),
    open: async () => ({
      db,
      folder: start.dataDir,
      databaseUrl: start.databaseUrl,
      remove: () => db.destroy(),
    }),
  });
  // Messages of one millisecond wait for numbers in the search index; where time stands still, all of them would.
  server.deps.clock = systemClock;
  // Between processes, as in use: what is told goes out to the others.
  if (start.databaseUrl) server.deps.eventBus = createPostgresEventBus(start.databaseUrl);
  await fill(server, start.size);
  const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const [headers, apiKey]: [Record<string, string>[], string] = [[], newId()];
  await db
    .insertInto('apiKeys')
    .values({ hash: hashSecret(apiKey), accountId, createdAt: '2026-11-20T09:00:00.000Z' })
    .execute();
  for (let number = 0; number < usersOf(start.size); number += 1)
    headers.push(await signIn(server, clientId(number)));
  say({
    address: await server.app.listen({ host: '127.0.0.1', port: 0 }),
    headers,
    accountId,
    apiKey,
  });
}

/** Keeps what a change writes and tells, and looks at nothing before, by the database's plain means: one statement on PostgreSQL, one transaction on SQLite. */
async function keep(
  of: Db,
  writes: readonly CompiledQuery<unknown>[],
  userId: string,
  event: NewEvent,
): Promise<void> {
  const all = [...writes, ...insertEvents(of, [{ userId, bodies: [JSON.stringify(event)] }], at)];
  await (isSqlite(of)
    ? of.transaction().execute((transaction) => together(transaction, all))
    : together(of, asOne(of, all)));
}

/** The query that a call is about: of reads the one that finds the page, of changes all that they leave behind. */
const queries = (
  accountId: string,
): Readonly<Record<CallName, (db: Db, number: number, client: number) => Promise<unknown>>> => ({
  timeline: (of, number) =>
    listMessages(of, clientId(0), caseId(number), { limit: 50, order: 'desc' }),
  caseList: (of) =>
    listSharedCases(of, { userId: clientId(0), accountIds: [accountId] }, { limit: 50 }),
  async send(of, number, client) {
    const [userId, akteIdHash, id] = [clientId(client), caseId(number), newId()];
    const message: MessageRow = {
      id,
      caseId: akteIdHash,
      timelineId: akteIdHash,
      header: 'Frage',
      text: 'Wie geht es weiter?',
      creatorName: 'Miriam Castillo',
      authorId: userId,
      labels: '[]',
      belegdatum: null,
      withdrawnAt: null,
      idempotencyKey: newId(),
      bodyHash: '',
      createdAt: new Date().toISOString(),
    };
    await keep(
      of,
      [
        ...insertMessage(of, message, { fileIds: [], receivers: [] }),
        ...(await indexMessage(of, message, [])),
        ...noteMessage(of, akteIdHash, message),
      ],
      userId,
      { type: 'messageCreated', accountId, akteIdHash, folderId: null, messageId: id },
    );
  },
  async markRead(of, number, client) {
    const [userId, id, event] = [
      clientId(client),
      messageId(number),
      {
        type: 'messageRead',
        accountId,
        akteIdHash: '',
        folderId: null,
        messageId: messageId(number),
      } as const,
    ];
    if (isSqlite(of)) await keep(of, [messageRead.bind(of, userId, id, at)], userId, event);
    else
      await marksRead.all(
        of,
        JSON.stringify([
          { at: 0, userId, messageId: id, readAt: at, body: JSON.stringify(event) } satisfies Mark,
        ]),
        1,
      );
  },
});

/** Answers the bytes it was given, after one query. */
async function serveFloor(): Promise<void> {
  const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const bytes = new Map<string, string>();
  const byName = queries(accountId);
  const app = Fastify();
  app.put<{ Params: { name: string }; Body: string }>('/:name', async ({ params, body }) => {
    bytes.set(params.name, JSON.stringify(body));
    return {};
  });
  app.route<{ Params: { name: CallName; number: string; client: string } }>({
    method: ['GET', 'POST'],
    url: '/:name/:number/:client',
    async handler({ params: { name, number, client } }, reply) {
      await byName[name](db, Number(number), Number(client));
      return reply.type('application/json; charset=utf-8').send(bytes.get(name));
    },
  });
  say({
    address: await app.listen({ host: '127.0.0.1', port: 0 }),
    headers: [],
    accountId,
    apiKey: '',
  });
}

await (start.role === 'product' ? serveProduct() : serveFloor());
