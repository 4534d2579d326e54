import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { indexWaiting } from '#server/cases/search/service.ts';
import { signIn, startTestServer } from '#server/testing/testServer.ts';
import { openPostgresTest, openSqliteTest } from '#server/testing/testDatabase.ts';
import { report } from '#tools/report.ts';
import { clientId, fill } from '../server/world.ts';

/** Measures both searches of one client with many messages; --database is sqlite or postgres. */
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    messages: { type: 'string', default: '100000' },
    cases: { type: 'string', default: '200' },
  },
});
const open = values.database === 'postgres' ? openPostgresTest : openSqliteTest;
const [messages, cases] = [Number(values.messages), Number(values.cases)];

const server = await startTestServer({ open });
await fill(server, { cases, messages, big: 2_000, clients: 1 });
const { db } = server.deps;
await sql`insert into "searchWaiting" ("messageId") select "id" from "messages"`.execute(db);
const startedAt = performance.now();
await indexWaiting(server.deps);
const figures: Record<string, number> = {
  indexingMs: Math.round(performance.now() - startedAt),
};

const headers = await signIn(server, clientId(0));
for (const [name, path] of [
  ['casesWordMs', '/akten?Search=alster'],
  ['casesMistypedMs', '/akten?Search=Brandtt'],
  ['casesNothingMs', '/akten?Search=unbekannt'],
  ['messagesWordMs', '/akten/search?Search=Gutachten'],
  ['messagesTwoWordsMs', '/akten/search?Search=Gutachten%20Frist'],
  ['messagesMistypedMs', '/akten/search?Search=Gutchten'],
  ['messagesNothingMs', '/akten/search?Search=unbekannt'],
] as const) {
  const times: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    const from = performance.now();
    const { statusCode } = await server.app.inject({ url: `/api/v2.0${path}`, headers });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    times.push(performance.now() - from);
  }
  const [median = 0] = times.toSorted((a, b) => a - b).slice(5);
  figures[name] = Math.round(median * 10) / 10;
}
await server.close();
report({ name: 'bench:search', figures, targets: {} });
