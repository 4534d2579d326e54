/*
 * Crash test: writers send mixed writes, the server or its database is killed in between, and each
 * write is retried under its Idempotency-Key. What was acknowledged must be there exactly once.
 */
import { isReady, waitUntil } from '#tools/waitUntil.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import type { TestDatabase } from '#server/testing/testDatabase.ts';
import { auditWrites, type Faults } from './auditWrites.ts';
import { createFirm, type Firm } from './firm.ts';
import { call, writes, type Caller, type Write, type WriteKind } from './writes.ts';

const writers = 6;
const answerWithinMs = 60_000;
/** A write of each kind, then random ones. */
const kinds = Object.keys(writes) as WriteKind[];

/** Breaks the server or its database; resolves when it is broken. */
export type Strike = (server: ServerProcess) => Promise<void>;

export const killServer: Strike = (server) => server.kill();

/** Returns numbers from 0 to 1; the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes until so many are acknowledged, then strikes. Returns all writes that were begun. */
async function writeUntil(
  caller: Caller,
  { name, count, random }: { name: string; count: number; random: () => number },
  strike: () => Promise<void>,
): Promise<Write[]> {
  const begun: Write[] = [];
  let acknowledged = 0;
  let broken: Promise<void> | undefined;
  const pickKind = (): WriteKind =>
    kinds[begun.length] ?? kinds[Math.floor(random() * kinds.length)] ?? 'message';
  async function writeOn(): Promise<void> {
    while (!broken) {
      const write: Write = { kind: pickKind(), key: `${name}-write-${begun.length}` };
      begun.push(write);
      write.id = await writes[write.kind](caller, write.key);
      if (write.id !== undefined) acknowledged += 1;
      if (acknowledged >= count) broken ??= strike();
    }
  }
  await Promise.all(Array.from({ length: writers }, writeOn));
  await broken;
  return begun;
}

/** Repeats each write until it is acknowledged. Returns how many got another id than before. */
async function retryAll(caller: Caller, begun: readonly Write[]): Promise<number> {
  const waiting = [...begun];
  let changed = 0;
  async function retryNext(): Promise<void> {
    for (let write = waiting.shift(); write; write = waiting.shift()) {
      const { kind, key, id: earlier } = write;
      let id: string | undefined;
      await waitUntil(async () => (id = await writes[kind](caller, key)) !== undefined, {
        withinMs: answerWithinMs,
        message: `The write ${key} (${kind}) is never acknowledged`,
      });
      if (earlier !== undefined && earlier !== id) changed += 1;
      write.id = id;
    }
  }
  await Promise.all(Array.from({ length: writers }, retryNext));
  return changed;
}

/** Opens the case of a round, with a fresh token and API key. */
async function prepareRound(firm: Firm, getAddress: () => string, name: string): Promise<Caller> {
  const caller = {
    firm,
    caseId: '',
    getAddress,
    client: await firm.logIn(),
    program: await firm.addKey(),
    workflows: new Map(),
    wrongStatuses: [],
  };
  const body = { header: name, userIds: [firm.userId] };
  const opened = await call<{ caseId: string }>(caller, '/provider/v1/cases', {
    headers: caller.program,
    body,
    key: name,
  });
  if (!opened) throw new Error('The case of the round cannot be opened');
  return { ...caller, caseId: opened.caseId };
}

export type Outcome = Faults & {
  rounds: number;
  acknowledged: number;
  /** writes without a response when the strike came */
  inFlight: number;
  /** retries that got another id than the first response had */
  changed: number;
  wrongStatuses: string[];
};

type Options = {
  strikes: readonly Strike[];
  rounds: number;
  seed: number;
  onRound?: (sentence: string) => void;
};

/** Runs the rounds on a database, with the strikes in turn, and audits what is stored. */
export async function runKillRounds(
  database: TestDatabase,
  { strikes, rounds, seed, onRound = () => undefined }: Options,
): Promise<Outcome> {
  const random = createRandom(seed);
  const firm = await createFirm(database);
  const start = () =>
    startServerProcess({
      DATA_DIR: database.folder,
      ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
    });
  let server = await start();
  const all: { caller: Caller; begun: Write[] }[] = [];
  const sums = { acknowledged: 0, inFlight: 0, changed: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const name = `seed-${seed}-round-${round}`;
      const caller = await prepareRound(firm, () => server.address, name);
      const count = 10 + Math.floor(random() * 40);
      const strike = strikes[round % strikes.length] ?? killServer;
      const begun = await writeUntil(caller, { name, count, random }, () => strike(server));
      const inFlight = begun.filter(({ id }) => id === undefined).length;
      if (server.child.killed) server = await start();
      await waitUntil(() => isReady(`${server.address}/readyz`), {
        withinMs: answerWithinMs,
        message: 'The server is not ready again',
      });
      sums.acknowledged += begun.length - inFlight;
      sums.inFlight += inFlight;
      sums.changed += await retryAll(caller, begun);
      all.push({ caller, begun });
      onRound(`${name}: ${begun.length - inFlight} acknowledged, ${inFlight} in flight`);
    }
    const faults = await auditWrites(database, all);
    const wrongStatuses = all.flatMap(({ caller }) => caller.wrongStatuses);
    return { rounds, ...sums, ...faults, wrongStatuses };
  } finally {
    await server.kill();
  }
}
