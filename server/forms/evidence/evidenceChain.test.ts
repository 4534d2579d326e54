import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from '#schemas/platform/canonicalJson.ts';
import type { Evidence } from '#schemas/forms/evidence.ts';
import { getProgram } from '#server/testing/programs.ts';
import { evidenceForm, setUpEvidence } from '#server/testing/evidence.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import { addAccount, publish, visit } from '#server/testing/testServer.ts';
import { chainAllWaiting } from './service.ts';
import { runVerify } from '#tools/evidence/runVerify.ts';
import { verifyEvidence, verifyAll } from '#tools/evidence/verify.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

describeOnEachDatabase('the evidence chain', (open) => {
  const { world, send, exportEvidence, loadEvidence } = setUpEvidence(open);
  const findWrong = (bytes: Uint8Array) =>
    verifyEvidence(bytes).verdicts.filter(({ wrong }) => wrong);

  it('Each submission is linked to the account’s previous one', async () => {
    const [one, two] = [await loadEvidence(await send()), await loadEvidence(await send())];
    expect([two.entry.position, two.entry.previousHash, two.previous]).toEqual([
      2,
      one.hash,
      one.entry,
    ]);
    expect(verifyAll([two, one]).map(({ wrong }) => wrong)).toEqual([undefined]);
    expect(verifyAll([two, { ...one, hash: 'f'.repeat(64) }])).toMatchObject([
      { wrong: expect.stringContaining('ffff') },
    ]);
    const stranger = await addAccount(world.server);
    const foreign = { 'x-api-key': stranger.apiKey };
    expect(
      (
        await world.server.app.inject({
          url: `/provider/v1/submissions/${one.entry.submissionId}/evidence`,
          headers: foreign,
        })
      ).statusCode,
    ).toBe(404);
    world.apiKey = stranger.apiKey;
    ({ processGuid: world.processGuid } = await publish(world.server, stranger.apiKey, {
      ...evidenceForm,
      showAgb: false,
      showDatenschutz: false,
    }));
    expect((await loadEvidence(await send())).entry).toMatchObject({
      position: 1,
      previousHash: null,
    });
  });

  it('The command verifies the evidence and reports by exit code', async () => {
    const bytes = await exportEvidence(await send());
    const file = join(world.database.folder, 'evidence.json');
    const verify = (content: string, ...more: string[]) => {
      writeFileSync(file, content);
      let stdout = '';
      const status = runVerify([file, ...more], {
        stdout: { write: (text) => (stdout += text) },
        stderr: { write: () => undefined },
      });
      return [
        status,
        stdout.split('\n').find((line) => line.includes('✗')) ?? stdout.trim().split('\n').at(-1),
      ];
    };
    const { hash } = JSON.parse(bytes.toString()) as { hash: string };
    expect(verify(bytes.toString())).toEqual([
      0,
      expect.stringContaining('compare its hash with one noted elsewhere'),
    ]);
    expect(verify(bytes.toString(), '--hash', hash)).toEqual([
      0,
      'Everything is as it was recorded.',
    ]);
    expect(verify(bytes.toString().replace('Fahrrad', 'Fahrräd'))).toEqual([
      1,
      expect.stringContaining('✗ the answers: '),
    ]);
    expect(verify(bytes.toString(), '--hash', 'f'.repeat(64))).toEqual([
      1,
      expect.stringContaining('✗ the hash is the one that was noted: '),
    ]);
    expect(verify(bytes.toString(), '--file', 'package.json')).toEqual([
      1,
      expect.stringContaining('✗ package.json was sent: '),
    ]);
    expect(verify(bytes.toString(), '--nonsense')).toEqual([2, '']);
  });

  it('A refused submission leaves no entry in the chain', async () => {
    const visitor = await visit(world.server, world.processGuid);
    await world.server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: { revision: 1, language: 'de', answers: [] },
    });
    expect((await loadEvidence(await send())).entry.position).toBe(1);
  });

  /** Submits one after the other in another process, which the test may kill. */
  const startSender = (count: number) =>
    spawn(
      process.execPath,
      [
        ...getProgram('sendMany'),
        JSON.stringify({
          databaseUrl: world.database.databaseUrl,
          dataDir: world.database.folder,
          processGuid: world.processGuid,
          count,
        }),
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );

  /** Lists all positions in order, and fails unless every export is valid and linked. */
  async function listVerifiedPositions(): Promise<number[]> {
    const entries = await world.server.deps.db
      .selectFrom('evidence')
      .selectAll()
      .orderBy('position')
      .execute();
    const all = await Promise.all(entries.map(({ submissionId }) => exportEvidence(submissionId)));
    expect(all.flatMap(findWrong)).toEqual([]);
    const verdicts = verifyAll(all.map((bytes) => JSON.parse(bytes.toString()) as Evidence));
    expect([verdicts.length, verdicts.filter(({ wrong }) => wrong)]).toEqual([
      entries.length - 1,
      [],
    ]);
    return entries.map(({ position }) => position);
  }

  it('Records that a killed process left are chained without a gap', async () => {
    const sender = startSender(1_000);
    const countSent = async () =>
      (await world.server.deps.db.selectFrom('submissions').select('id').execute()).length;
    await expect
      .poll(countSent, { timeout: scaleTimeout(30_000), interval: 20 })
      .toBeGreaterThan(5);
    sender.kill('SIGKILL');
    await once(sender, 'exit');
    await chainAllWaiting(world.server.deps);
    const sent = await countSent();
    expect(await listVerifiedPositions()).toEqual(
      Array.from({ length: sent }, (_, index) => index + 1),
    );
  });

  it('A record that was left before its entry is chained by the next reading', async () => {
    const first = await send();
    await loadEvidence(first);
    const submissionId = await send();
    await loadEvidence(submissionId);
    const { db } = world.server.deps;
    const { accountId, record, entry } = await db
      .selectFrom('evidence')
      .selectAll()
      .where('submissionId', '=', submissionId)
      .executeTakeFirstOrThrow();
    const { submittedAt, previousHash } = JSON.parse(entry) as Evidence['entry'];
    await db.deleteFrom('evidence').where('submissionId', '=', submissionId).execute();
    await db
      .insertInto('waitingEvidence')
      .values({ submissionId, accountId, submittedAt, record })
      .execute();
    await db.updateTable('evidenceChains').set({ position: 1, hash: previousHash }).execute();
    expect((await loadEvidence(submissionId)).entry).toEqual(JSON.parse(entry));
    expect(await db.selectFrom('waitingEvidence').selectAll().execute()).toEqual([]);
  });

  it('Concurrent processes write one unbroken chain', async () => {
    const perProcess = 8;
    const senders = [1, 2, 3].map(() => startSender(perProcess));
    expect(
      await Promise.all(
        senders.map(async (sender) => ((await once(sender, 'exit')) as [number])[0]),
      ),
    ).toEqual([0, 0, 0]);
    expect(await listVerifiedPositions()).toEqual(
      Array.from({ length: 3 * perProcess }, (_, index) => index + 1),
    );
  });

  describe('a manipulation', () => {
    it('A changed byte is detected', async () => {
      await send();
      const bytes = await exportEvidence(await send());
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ by;
          expect(findWrong(changed)).not.toEqual([]);
        }),
        { numRuns: 500 },
      );
      for (const changed of [
        Buffer.concat([bytes, Buffer.from('\n')]),
        bytes.subarray(1),
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      ])
        expect(findWrong(changed)).not.toEqual([]);
    });

    it('A changed value is detected, also in canonical JSON', async () => {
      await send();
      const evidence = await loadEvidence(await send());
      for (const change of changesTo(evidence))
        expect(findWrong(Buffer.from(toCanonicalJson(change)))).not.toEqual([]);
    });
  });
});

/** Returns the value with each leaf changed in turn, and each member removed in turn. */
function changesTo(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.flatMap((item, index) => [
      items.toSpliced(index, 1),
      ...changesTo(item).map((changed) => items.with(index, changed)),
    ]);
  }
  if (typeof value !== 'object' || value === null)
    return [
      typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : !value,
    ];
  return Object.entries(value).flatMap(([name, member]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    ...changesTo(member).map((changed) => ({ ...value, [name]: changed })),
  ]);
}

// SQLite has one writer: a lock there locks everything.
describeOnPostgres('a locked evidence chain', (open) => {
  const { world, send, loadEvidence } = setUpEvidence(open);

  it('A submission does not wait for a lock of the account’s chain', async () => {
    await loadEvidence(await send());
    const submissionId = await world.server.deps.db.transaction().execute(async (db) => {
      await db.selectFrom('evidenceChains').selectAll().forUpdate().execute();
      return send();
    });
    expect((await loadEvidence(submissionId)).entry.position).toBe(2);
  });
});
