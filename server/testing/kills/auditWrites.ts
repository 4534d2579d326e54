import { sql } from 'kysely';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import type { Timeline } from '#schemas/cases/messages.ts';
import type { Evidence } from '#schemas/forms/evidence.ts';
import type { TestDatabase } from '#server/testing/testDatabase.ts';
import { verifyAll } from '#tools/evidence/verify.ts';
import {
  call,
  getCasePath,
  getTimelinePath,
  makeContent,
  type Caller,
  type Write,
} from './writes.ts';

export type Faults = {
  /** acknowledged and not stored */ lost: number;
  /** stored more than once */ doubled: number;
  /** stored with other bytes */ damagedFiles: number;
  /** cases whose unread count is wrong */ wrongCounts: number;
  /** broken links of the evidence chain */ brokenLinks: number;
  /** findings of the database's own check */ damages: number;
};

type Round = { caller: Caller; begun: Write[] };
type Stored = { id: string; key: string };

async function read<T>(caller: Caller, path: string, headers = caller.client): Promise<T> {
  const answer = await call<T>(caller, path, { headers, method: 'GET', key: path });
  if (answer === undefined) throw new Error(`${path} is not answered`);
  return answer;
}

/** Reads all pages of a list of the provider API. */
async function readPages<T>(caller: Caller, path: string): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page = await read<{ items: T[]; cursor?: string }>(
      caller,
      `${path}${query}`,
      caller.program,
    );
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return items;
}

/** Lists the messages of a round's case, and counts files whose bytes differ. */
async function auditMessages({ caller, begun }: Round) {
  const { messages } = await read<Timeline>(caller, getTimelinePath(caller, caller.caseId));
  let damagedFiles = 0;
  for (const { header, attachments } of messages.timeline) {
    const kind = begun.find(({ key }) => key === header)?.kind;
    if (attachments.length !== (kind === 'messageWithFile' ? 1 : 0)) damagedFiles += 1;
    for (const { fileId } of attachments) {
      const path = `/api/v2.0/files/download/${fileId}?resultType=Stream`;
      const response = await fetch(caller.getAddress() + path, { headers: caller.client });
      if ((await response.text()) !== makeContent(header)) damagedFiles += 1;
    }
  }
  const { totalUnreadMessage } = await read<CaseSummary>(
    caller,
    getCasePath(caller, caller.caseId),
  );
  const unread = begun.filter(({ kind }) => kind === 'unreadMessage').length;
  return {
    stored: messages.timeline.map(({ id, header }): Stored => ({ id, key: header })),
    damagedFiles,
    isCountWrong: totalUnreadMessage !== unread,
  };
}

/** Lists the submissions of all rounds, and counts breaks of their evidence chain. */
async function auditSubmissions(caller: Caller, program: () => Promise<Caller['program']>) {
  const listed = await readPages<{ submissionId: string }>(caller, '/provider/v1/submissions');
  const all: Evidence[] = [];
  for (const [index, { submissionId }] of listed.entries()) {
    // calls are limited per API key
    if (index % 500 === 0) caller.program = await program();
    const path = `/provider/v1/submissions/${submissionId}/evidence`;
    all.push(await read<Evidence>(caller, path, caller.program));
  }
  const positions = new Set(all.map(({ entry }) => entry.position));
  const gaps = all.filter((_, index) => !positions.has(index + 1)).length;
  return {
    stored: all.map(({ entry, answers }): Stored => ({
      id: entry.submissionId,
      key: String(answers[0]?.value),
    })),
    brokenLinks: gaps + verifyAll(all).filter(({ wrong }) => wrong !== undefined).length,
  };
}

async function countDamages({ db, databaseUrl }: TestDatabase): Promise<number> {
  if (databaseUrl !== undefined) return 0; // PostgreSQL checks its pages while it recovers
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db);
  return rows.filter((row) => row.integrity_check !== 'ok').length + orphans.length;
}

/** Compares what the server stores with what was acknowledged. */
export async function auditWrites(database: TestDatabase, rounds: Round[]): Promise<Faults> {
  const [first] = rounds;
  if (!first) throw new Error('No round was run');
  const messages = [];
  for (const round of rounds) {
    round.caller.client = await round.caller.firm.logIn();
    messages.push(await auditMessages(round));
  }
  const program = first.caller.firm.addKey;
  first.caller.program = await program();
  const submissions = await auditSubmissions(first.caller, program);
  const cases = await readPages<{ caseId: string; header: string }>(
    first.caller,
    '/provider/v1/cases',
  );
  const names = new Set(rounds.map(({ caller }) => caller.caseId));
  const stored = [
    ...messages.flatMap((each) => each.stored),
    ...submissions.stored,
    ...cases
      .filter(({ caseId }) => !names.has(caseId))
      .map(({ caseId, header }): Stored => ({ id: caseId, key: header })),
  ];
  const ids = new Set(stored.map(({ id }) => id));
  const written = rounds.flatMap(({ begun }) => begun);
  return {
    lost: written.filter(({ id }) => id === undefined || !ids.has(id)).length,
    doubled: stored.length - new Set(stored.map(({ key }) => key)).size,
    damagedFiles: messages.reduce((sum, each) => sum + each.damagedFiles, 0),
    wrongCounts: messages.filter(({ isCountWrong }) => isCountWrong).length,
    brokenLinks: submissions.brokenLinks,
    damages: await countDamages(database),
  };
}
