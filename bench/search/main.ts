import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { indexWaiting } from '#server/cases/search/service.ts';
import { signIn, startTestServer } from '#server/testing/testServer.ts';
import { openPostgresTest, openSqliteTest } from '#server/testing/testDatabase.ts';
import { report } from '#tools/report.ts';
import type { CaseList } from '#schemas/cases/cases.ts';
import type { MessageHits } from '#schemas/cases/search.ts';
import { clientId, fill } from '../server/world.ts';
import { percentile } from '../statistics.ts';

/** Measures both searches of one client with many messages; --database is sqlite or postgres. */
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    messages: { type: 'string', default: '100000' },
    cases: { type: 'string', default: '200' },
  },
});
const databases = { sqlite: openSqliteTest, postgres: openPostgresTest };
if (!Object.hasOwn(databases, values.database)) throw new Error(`No database ${values.database}`);
const open = databases[values.database as keyof typeof databases];
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

const hasHits = (answer: CaseList | MessageHits): boolean =>
  'hits' in answer ? answer.hits.length > 0 : answer.akten.some(({ akten }) => akten.length > 0);

const headers = await signIn(server, clientId(0));
for (const [name, path, isFound] of [
  ['casesWordMs', '/akten?Search=alster', true],
  ['casesMistypedMs', '/akten?Search=Brandtt', true],
  ['casesNothingMs', '/akten?Search=unbekannt', false],
  ['messagesWordMs', '/akten/search?Search=Gutachten', true],
  ['messagesTwoWordsMs', '/akten/search?Search=Gutachten%20Frist', true],
  ['messagesMistypedMs', '/akten/search?Search=Gutchten', true],
  ['messagesNothingMs', '/akten/search?Search=unbekannt', false],
] as const) {
  const times: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    const from = performance.now();
    const answer = await server.app.inject({ url: `/api/v2.0${path}`, headers });
    times.push(performance.now() - from);
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    if (hasHits(answer.json()) !== isFound) throw new Error(`${path}: ${answer.body}`);
  }
  figures[name] = percentile(times, 0.5);
}
await server.close();
report({ name: 'bench:search', figures, targets: {} });
