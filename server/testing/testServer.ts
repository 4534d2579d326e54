import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { buildApp, type AppOptions } from '#server/runtime/app.ts';
import { readConfig, type Environment } from '#server/config.ts';
import type { AccountRow, UserRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { keyScopes, type UserSessionKind } from '#schemas/platform/endpoint.ts';
import { createLocalEventBus } from '#server/ports/eventBus.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { signUserToken } from '#server/http/session.ts';
import { createFixedInsurances } from '#server/ports/insuranceSource.ts';
import { createLocalBlobStore } from '#server/ports/localBlobStore.ts';
import { builtInVirusScan } from '#server/ports/virusScan.ts';
import { createWebhookCaller } from '#server/ports/webhookCaller.ts';
import { openSqliteTest, type OpenTestDatabase } from './testDatabase.ts';
import { createQuietLogger } from './quietLogger.ts';
import { webKeys } from './testBrowser.ts';
import { createTestClock } from './testClock.ts';

const testEnvironment: Environment = {
  AUTH_SECRET: 'a secret that only tests know, long enough',
  WEB_APPLICATION_KEY: 'test-app',
  WEB_API_KEY: 'test-web',
  LOG_LEVEL: 'silent',
};

export type TestServer = {
  app: FastifyInstance;
  deps: Deps;
  clock: ReturnType<typeof createTestClock>;
  blobFolder: string;
  close: () => Promise<void>;
};

/** Required variables in production, besides the secrets. */
const productionEnvironment: Environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portal@portal.example',
  SUPPORT_EMAIL: 'hilfe@portal.example',
};

/**
 * A low cost, because hundreds of logins would take minutes; tests of the hashes use the real one.
 */
export const lowCost: Deps['passwordCost'] = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export { createBrowser, webKeys, type TestBrowser } from './testBrowser.ts';

export type TestServerOptions = {
  open?: OpenTestDatabase;
  env?: Environment;
  mode?: 'demo' | 'production';
  appOptions?: Partial<AppOptions>;
} & Partial<
  Pick<Deps, 'insurances' | 'mailer' | 'passwordCost' | 'pushCaller' | 'sms' | 'webhookCaller'>
>;

/**
 * Starts a server on a fresh database, with a folder for its blobs and a clock that a test moves.
 */
export async function startTestServer({
  open = openSqliteTest,
  env = {},
  mode = 'demo',
  appOptions = {},
  insurances = createFixedInsurances([], 'The test'),
  mailer = null,
  passwordCost = lowCost,
  sms = null,
  webhookCaller = createWebhookCaller({ privateRanges: [] }),
  pushCaller = createWebhookCaller({ privateRanges: [] }),
}: TestServerOptions = {}): Promise<TestServer> {
  const { db, folder, remove } = await open();
  const blobFolder = join(folder, 'files');
  const clock = createTestClock('2026-11-20T09:00:00.000Z');
  const logger = appOptions.logger ?? createQuietLogger();
  const required = mode === 'production' ? productionEnvironment : {};
  const deps: Deps = {
    log: logger,
    config: readConfig({ ...testEnvironment, DATA_DIR: folder, ...required, ...env }, mode),
    db,
    blobStore: createLocalBlobStore(blobFolder),
    virusScan: builtInVirusScan,
    insurances,
    mailer,
    sms,
    webhookCaller,
    pushCaller,
    clock,
    passwordCost,
    eventBus: createLocalEventBus(),
  };
  const app = await buildApp(deps, {
    webAppFolder: join(folder, 'none'),
    ...appOptions,
    logger,
  });
  return {
    app,
    deps,
    clock,
    blobFolder,
    async close() {
      await app.close();
      await remove();
    },
  };
}

/** Adds a service provider with an API key. */
export async function addAccount(
  { deps }: TestServer,
  account: Partial<AccountRow> = {},
): Promise<{ accountId: string; apiKey: string }> {
  const id = newId();
  const createdAt = deps.clock.now().toISOString();
  await deps.db
    .insertInto('accounts')
    .values({
      id,
      uniqueKey: id,
      name: 'Kanzlei Test',
      shortName: 'Test',
      primaryColor: '#7d1f3f',
      secondaryColor: '#d9a05b',
      welcomeHeadline: '',
      welcomeText: '',
      terms: null,
      privacy: null,
      logoKey: null,
      secondaryLogoKey: null,
      isDashboardDisabled: 0,
      publicPageElsewhere: null,
      autoReply: '',
      isAutoReplyOn: 0,
      categories: '[]',
      createdAt,
      contact: JSON.stringify({
        street: 'Weg 1',
        postalCode: '20259',
        city: 'Hamburg',
        contact: '040 1',
        website: '',
      }),
      ...account,
    })
    .execute();
  const all = { accountId: id, scopes: keyScopes };
  const { apiKey } = await createApiKey(deps, all, { name: 'Test', scopes: keyScopes });
  return { accountId: id, apiKey };
}

/** Parses the response; the test states its type. */
export const json = <T = Record<string, unknown>>(response: LightMyRequestResponse): T =>
  response.json<T>();

/** Publishes a form through the provider API and returns its ids. */
export async function publish(
  { app }: TestServer,
  apiKey: string,
  definition: FormDefinition,
): Promise<{ formId: string; processGuid: string }> {
  const headers = { 'x-api-key': apiKey };
  const created = await app.inject({
    method: 'POST',
    url: '/provider/v1/forms',
    headers,
    payload: { definition, visibility: 'public' },
  });
  const { formId, processGuid } = json<{ formId: string; processGuid: string }>(created);
  const published = await app.inject({
    method: 'POST',
    url: `/provider/v1/forms/${formId}/publish`,
    headers,
  });
  if (published.statusCode !== 200) throw new Error(published.body || created.body);
  return { formId, processGuid };
}

export type Visitor = { workflowKey: string; headers: Record<string, string> };

/** Opens a form as a visitor. */
export async function visit({ app }: TestServer, processGuid: string): Promise<Visitor> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/authenticate/adhoc/workflow',
    headers: webKeys,
    payload: { key: processGuid },
  });
  const { accessToken, workflowKey } = json<{ accessToken: string; workflowKey: string }>(response);
  return { workflowKey, headers: { ...webKeys, authorization: `Bearer ${accessToken}` } };
}

/** Lists the texts that a visitor must accept. */
export async function hashStatements(
  { app }: TestServer,
  { workflowKey, headers }: Visitor,
): Promise<StatementHashes> {
  const response = await app.inject({
    url: `/api/assistants/process?workflowKey=${workflowKey}`,
    headers,
  });
  return json<FormProcess>(response).metaData.statementHashes;
}

/** Uploads one file like a browser. */
export async function upload(
  { app }: TestServer,
  { headers }: Visitor,
  file: { name: string; content: Buffer; elementId?: string; idempotencyKey?: string },
  query = '',
  path = '/files/upload',
): Promise<LightMyRequestResponse> {
  const boundary = 'test-boundary';
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      field('Name', file.name) +
        (file.elementId ? field('ElementId', file.elementId) : '') +
        `--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="${file.name}"` +
        '\r\nContent-Type: application/octet-stream\r\n\r\n',
    ),
    file.content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return app.inject({
    method: 'POST',
    url: `/api/v2.0${path}${query}`,
    payload,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(file.idempotencyKey ? { 'idempotency-key': file.idempotencyKey } : {}),
    },
  });
}

/**
 * Uploads a file over a real connection and reads the response after everything is sent, like many
 * clients.
 */
export async function uploadOverSocket(
  address: string,
  { headers }: Visitor,
  { name, size, declaredSize = size }: { name: string; size: number; declaredSize?: number },
) {
  const head =
    '--b\r\nContent-Disposition: form-data; name="ElementId"\r\n\r\npapers\r\n--b\r\n' +
    `Content-Disposition: form-data; name="File"; filename="${name}"\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const call = request(`${address}/api/v2.0/files/upload`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + declaredSize + tail.length,
    },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined); // reported below
  let peakRss = 0;
  const chunk = Buffer.alloc(64 * 1024);
  call.write(head);
  for (let sent = 0; sent < size; sent += chunk.length) {
    if (!call.write(chunk)) await once(call, 'drain');
    peakRss = Math.max(peakRss, process.memoryUsage.rss());
  }
  if (declaredSize === size) call.end(tail);
  const [answer] = await answered;
  const { reason } = JSON.parse(await text(answer)) as { reason: string };
  call.destroy();
  return { status: answer.statusCode, reason, connection: answer.headers.connection, peakRss };
}

/** Adds a client of these accounts, registered by default and with their terms accepted. */
export async function addUser(
  { deps }: TestServer,
  accountIds: string[],
  user: Partial<UserRow> = {},
  { isActivated = true } = {},
): Promise<UserRow> {
  const id = newId();
  const createdAt = deps.clock.now().toISOString();
  const row: UserRow = {
    id,
    salutation: 'Frau',
    firstName: 'Miriam',
    lastName: 'Castillo',
    email: `${id}@beispiel.de`,
    emailKey: `${id.toLowerCase()}@beispiel.de`,
    mobile: null,
    language: 'de',
    username: id,
    usernameKey: id.toLowerCase(),
    foldedUsernameKey: null,
    passwordHash: null,
    loginId: null,
    loginEmail: null,
    loginEmailKey: null,
    status: 1,
    pictureKey: null,
    createdAt,
    registeredAt: createdAt,
    ...user,
  };
  await deps.db.insertInto('users').values(row).execute();
  if (accountIds.length > 0)
    await deps.db
      .insertInto('memberships')
      .values(
        accountIds.map((accountId) => ({
          userId: row.id,
          accountId,
          isDisabled: 0 as const,
          acceptedAt: isActivated ? createdAt : null,
          termsHash: null,
          privacyHash: null,
          idempotencyKey: null,
          bodyHash: '',
          createdAt,
        })),
      )
      .execute();
  return row;
}

/**
 * Creates a session and returns its headers, without a login. An unregistered session has one
 * account.
 */
export async function signIn(
  { deps }: TestServer,
  userId: string,
  kind: UserSessionKind = 'registered',
  accountId: string | null = null,
): Promise<Record<string, string>> {
  const id = newId();
  const now = deps.clock.now();
  const at = now.toISOString();
  const validUntil = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  await deps.db
    .insertInto('sessions')
    .values({
      id,
      userId,
      kind,
      accountId,
      refreshHash: id,
      previousHash: null,
      refreshedAt: at,
      device: 'Test',
      network: '',
      createdAt: at,
      lastUsedAt: at,
      validUntil,
      endedAt: null,
    })
    .execute();
  return { ...webKeys, authorization: `Bearer ${await signUserToken(deps, kind, id)}` };
}
