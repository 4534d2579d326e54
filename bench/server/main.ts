import { parseArgs } from 'node:util';
import { messageLimits } from '#schemas/cases/limits.ts';
import { streamLimits } from '#server/events/limits.ts';
import { report, type Report } from '#tools/report.ts';
import { load, make, nextAddress, type Call, type Load } from '../calls.ts';
import { withDatabase, type ServerStorage } from '#server/testing/ownDatabase.ts';
import { median } from '../statistics.ts';
import { startServer, type Server } from './process.ts';
import { calls, type CallName, type Start } from './spec.ts';
import { sendToShown } from './streams.ts';
import { caseId, buildCase, firstUnread, buildInstant, messageId, type Size } from './world.ts';

const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'sqlite,postgres' },
    messages: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    calls: { type: 'string', default: '400' },
    atOnce: { type: 'string', default: '8' },
    streams: { type: 'string', default: '500' },
    only: { type: 'string', default: calls.join(',') },
  },
});
const [messages, rounds, count, atOnce, streams] = [
  values.messages,
  values.rounds,
  values.calls,
  values.atOnce,
  values.streams,
].map(Number) as [number, number, number, number, number];
const only = values.only.split(',');
/** As many calls before the measured ones, so that just-in-time compilation is not measured. */
const warmUps = count;
const marks = 1 + warmUps + rounds * count;
const cases = Math.max(100, messages / 100);
const clients = Math.max(2, Math.floor(cases / 200));
/** The floor marks its own messages as read in the same database. */
const large: Size = {
  messages,
  cases,
  big: messages / 10,
  clients,
  onlookers: Math.max(0, Math.ceil(streams / streamLimits.streamsPerUser) - clients),
  marks: 2 * marks,
};
/** A client has as many cases on a page as in the large database. */
const small: Size = { messages: 10_000, cases: 100, big: 1_000, clients: 2, marks };
/** Rotates through the clients, as one client sends in sequence. Skips the large case. */
const caseOfSend = ({ cases }: Size, sent: number): number => 1 + (sent % (cases - 1));

/** Calls of the product. Each message is marked as read once. */
function productCalls({
  address,
  accountId,
  headers,
  size,
}: Server): Readonly<Record<CallName, () => Call>> {
  const root = `${address}/api/v2.0/e.consult.${accountId}/akten`;
  const as = (client: number) => ({ ...headers[client], ...nextAddress() });
  let unread = firstUnread(size);
  let sent = 0;
  return {
    timeline: () => ({ method: 'GET', url: `${root}/timeline/${caseId(0)}`, headers: as(0) }),
    caseList: () => ({ method: 'GET', url: root, headers: as(0) }),
    send: () => {
      const at = caseOfSend(size, sent++);
      return {
        method: 'POST',
        url: `${root}/${caseId(at)}/messages`,
        headers: { ...as(at % size.clients), 'idempotency-key': `send-${sent}` },
        body: { Header: 'Frage', TextContent: 'Wie geht es weiter?' },
      };
    },
    markRead: () => {
      const at = buildCase(size, unread);
      return {
        method: 'POST',
        url: `${root}/${caseId(at)}/messages/${messageId(unread++)}/read`,
        headers: as(at % size.clients),
      };
    },
  };
}

function floorCalls({ address, size }: Server): Readonly<Record<CallName, () => Call>> {
  let unread = size.messages;
  let sent = 0;
  return {
    timeline: () => ({ method: 'GET', url: `${address}/timeline/0/0` }),
    caseList: () => ({ method: 'GET', url: `${address}/caseList/0/0` }),
    send: () => {
      const at = caseOfSend(size, sent++);
      return {
        method: 'POST',
        url: `${address}/send/${at}/${at % size.clients}`,
        body: { Header: 'Frage', TextContent: 'Wie geht es weiter?' },
      };
    },
    markRead: () => {
      unread -= 1;
      return {
        method: 'POST',
        url: `${address}/markRead/${unread}/${buildCase(size, unread) % size.clients}`,
      };
    },
  };
}

/** Returns calls for the first and the last page of the big case. */
function pages({ address, accountId, headers, size }: Server): [() => Call, () => Call] {
  const root = `${address}/api/v2.0/e.consult.${accountId}/akten`;
  const url = `${root}/timeline/${caseId(0)}?Only=messages`;
  const after =
    size.big - (Math.floor(size.big / messageLimits.pageSize) - 1) * messageLimits.pageSize;
  const cursor = Buffer.from(JSON.stringify([buildInstant(after), messageId(after)])).toString(
    'base64url',
  );
  const as = (address: string) => (): Call => ({
    method: 'GET',
    url: address,
    headers: headers[0] ?? {},
  });
  return [as(url), as(`${url}&Cursor=${cursor}`)];
}

const computeMedian = (loads: readonly Load[]) => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
});
/** PostgreSQL waits for a round trip per statement of a change, so its target is lower. */
const toFloor: Readonly<Record<string, number>> = { sqlite: 0.5, postgres: 0.4 };
const ratio = (value: number): number => Math.round(value * 100) / 100;

type Figures = Pick<Report, 'figures' | 'targets'>;
type Calls = ReturnType<typeof productCalls>;
type Compared = { ours: Calls; bare: Calls; less: Calls };

/** Compares one call with the floor, and with the small database. */
async function measureCall(
  kind: string,
  name: CallName,
  { ours, bare, less }: Compared,
): Promise<Figures> {
  for (const each of [bare, ours, less]) await load(warmUps, atOnce, each[name]);
  const rounded: { ours: Load; bare: Load; less: Load }[] = [];
  for (let round = 0; round < rounds; round += 1)
    rounded.push({
      bare: await load(count, atOnce, bare[name]),
      ours: await load(count, atOnce, ours[name]),
      less: await load(count, atOnce, less[name]),
    });
  const { perSecond, p99Ms } = computeMedian(rounded.map((round) => round.ours));
  const floorLoad = computeMedian(rounded.map((round) => round.bare));
  const key = `${kind}.${name}`;
  return {
    figures: {
      [`${key}.perSecond`]: perSecond,
      [`${key}.p99Ms`]: p99Ms,
      [`${key}.floorPerSecond`]: floorLoad.perSecond,
      [`${key}.floorP99Ms`]: floorLoad.p99Ms,
      [`${key}.toFloor`]: ratio(
        median(rounded.map((round) => round.ours.perSecond / round.bare.perSecond)),
      ),
      [`${key}.largeToSmall`]: ratio(
        median(rounded.map((round) => round.less.perSecond / round.ours.perSecond)),
      ),
    },
    targets: {
      [`${key}.toFloor`]: { atLeast: toFloor[kind] ?? 0.5 },
      [`${key}.largeToSmall`]: { atMost: 1.5 },
    },
  };
}

/** Compares the last page of the big case with its first. */
async function measureDepth(kind: string, product: Server): Promise<Figures> {
  const [first, last] = pages(product);
  const deep: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    deep.push(
      (await load(count, atOnce, first)).perSecond / (await load(count, atOnce, last)).perSecond,
    );
  return {
    figures: { [`${kind}.lastPageToFirst`]: ratio(median(deep)) },
    targets: { [`${kind}.lastPageToFirst`]: { atMost: 1.2 } },
  };
}

async function measureStreams(kind: string, product: Server): Promise<Figures> {
  const { p50Ms, p95Ms } = await sendToShown(product, streams, 200);
  return {
    figures: { [`${kind}.sendToShownP50Ms`]: p50Ms, [`${kind}.sendToShownP95Ms`]: p95Ms },
    targets: { [`${kind}.sendToShownP95Ms`]: { atMost: 300 } },
  };
}

async function measureDatabases(
  kind: string,
  database: ServerStorage,
  smallDatabase: ServerStorage,
): Promise<Figures[]> {
  const measured: Figures[] = [];
  const servers: Server[] = [];
  const start = async (options: Start): Promise<Server> => {
    const server = await startServer(options);
    servers.push(server);
    return server;
  };
  try {
    const product = await start({ role: 'product', size: large, ...database });
    const floor = await start({ role: 'floor', size: large, ...database });
    const tenThousand = await start({ role: 'product', size: small, ...smallDatabase });
    const compared: Compared = {
      ours: productCalls(product),
      bare: floorCalls(floor),
      less: productCalls(tenThousand),
    };
    for (const name of calls.filter((each) => only.includes(each))) {
      const answer = JSON.parse(await make(compared.ours[name]())) as object;
      await make({ method: 'PUT', url: `${floor.address}/${name}`, body: answer });
      measured.push(await measureCall(kind, name, compared));
    }
    measured.push(await measureDepth(kind, product));
    measured.push(await measureStreams(kind, product));
  } finally {
    await Promise.all(servers.map(({ end }) => end()));
  }
  return measured;
}

const measure = (kind: string): Promise<Figures[]> =>
  withDatabase(kind, (database) =>
    withDatabase(kind, (smallDatabase) => measureDatabases(kind, database, smallDatabase)),
  );

const measured: Figures[] = [];
for (const kind of values.databases.split(',')) measured.push(...(await measure(kind)));
report({
  name: 'bench:server',
  figures: Object.assign({}, ...measured.map(({ figures }) => figures)) as Report['figures'],
  targets: Object.assign({}, ...measured.map(({ targets }) => targets)) as Report['targets'],
});
