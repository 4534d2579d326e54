// A server process of bench:server: the product or the floor. Sends its address.
import Fastify from 'fastify';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import { migrate, openDatabase } from '#server/db/database.ts';
import { newId } from '#server/db/newId.ts';
import type { Db, StoredMessage } from '#server/db/schema.ts';
import { listSharedCases } from '#server/cases/cases/repository.ts';
import { storeNewestMessages } from '#server/cases/cases/service.ts';
import { insertEvents } from '#server/events/repository.ts';
import type { NewEvent } from '#server/events/service.ts';
import { listMessages, markRead } from '#server/cases/messages/repository.ts';
import { insertMessages } from '#server/cases/messages/storeRepository.ts';
import { indexMessages } from '#server/cases/search/service.ts';
import { hashSecret } from '#server/security/secrets.ts';
import { systemClock } from '#server/ports/clock.ts';
import { createPostgresEventBus } from '#server/ports/postgresEventBus.ts';
import { signIn, startTestServer } from '#server/testing/testServer.ts';
import type { CallName, Ready, Start } from './spec.ts';
import { caseId, clientId, fill, messageId, countUsers } from './world.ts';

const start = JSON.parse(process.argv[2] ?? '') as Start;
const db = openDatabase({ databaseUrl: start.databaseUrl, dataDir: start.dataDir });
const at = '2026-11-20T09:00:00.000Z';
const say = (ready: Ready) => process.send?.(ready);

async function serveProduct(): Promise<void> {
  await migrate(db);
  // Each call has its own client address, so that no rate limit applies.
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
  // The real clock: with a fixed one all messages would compete for one search index number.
  server.deps.clock = systemClock;
  // Announces events to other processes, as in production.
  if (start.databaseUrl) server.deps.eventBus = createPostgresEventBus(start.databaseUrl);
  await fill(server, start.size);
  const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const [headers, apiKey]: [Record<string, string>[], string] = [[], newId()];
  await db
    .insertInto('apiKeys')
    .values({
      hash: hashSecret(apiKey),
      id: newId(),
      accountId,
      name: 'Bench',
      scopes: JSON.stringify(keyScopes),
      createdAt: '2026-11-20T09:00:00.000Z',
      validUntil: null,
      lastUsedAt: null,
    })
    .execute();
  for (let number = 0; number < countUsers(start.size); number += 1)
    headers.push(await signIn(server, clientId(number)));
  say({
    address: await server.app.listen({ host: '127.0.0.1', port: 0 }),
    headers,
    accountId,
    apiKey,
  });
}

/** Runs all writes of a change in one transaction, without the reads and checks before them. */
const write = (
  of: Db,
  writes: (tx: Db) => Promise<unknown>,
  userId: string,
  event: NewEvent,
): Promise<void> =>
  of.transaction().execute(async (tx) => {
    await writes(tx);
    await insertEvents(tx, [{ userId, events: [event] }], at);
  });

/** The query of each call: the one that reads a page, or all writes of a change. */
const queries = (
  accountId: string,
): Readonly<Record<CallName, (db: Db, number: number, client: number) => Promise<unknown>>> => ({
  timeline: (of, number) =>
    listMessages(of, clientId(0), caseId(number), { limit: 50, order: 'desc' }),
  caseList: (of) =>
    listSharedCases(of, { userIds: [clientId(0)], accountIds: [accountId] }, { limit: 50 }),
  async send(of, number, client) {
    const [userId, akteIdHash, id] = [clientId(client), caseId(number), newId()];
    const message: StoredMessage = {
      id,
      caseId: akteIdHash,
      timelineId: akteIdHash,
      header: 'Frage',
      text: 'Wie geht es weiter?',
      creatorName: 'Miriam Castillo',
      authorId: userId,
      labels: [],
      belegdatum: null,
      withdrawnAt: null,
      idempotencyKey: newId(),
      bodyHash: '',
      externalId: null,
      createdAt: new Date().toISOString(),
      sentAt: null,
    };
    await write(
      of,
      async (tx) => {
        await insertMessages(tx, [{ message, fileIds: [], receivers: [] }]);
        await indexMessages(tx, [{ message, fileIds: [] }]);
        await storeNewestMessages(tx, [message]);
      },
      userId,
      { type: 'messageCreated', accountId, akteIdHash, folderId: null, messageId: id },
    );
  },
  async markRead(of, number, client) {
    const [userId, id] = [clientId(client), messageId(number)];
    await write(of, (tx) => markRead(tx, { userId, messageId: id, readAt: at }), userId, {
      type: 'messageRead',
      accountId,
      akteIdHash: '',
      folderId: null,
      messageId: id,
    });
  },
});

/** Runs one query per call and sends fixed bytes. */
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
