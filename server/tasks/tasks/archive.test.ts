import { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ArchiveManifest } from '#schemas/cases/caseArchives.ts';
import { sheetLimits } from '#server/pdf/limits.ts';
import { createSheet } from '#server/pdf/sheet.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { startTaskWorld, type TaskWorld } from '#server/testing/testTasks.ts';

let world: TaskWorld;
let workflowId: string;
beforeEach(async () => {
  world = await startTaskWorld(openSqliteTest);
  ({ workflowId } = await world.tasks.assign(world.caseId));
  await world.mine.answered(workflowId);
});
afterEach(() => world.server.close());

async function download(language: string): Promise<Record<string, string>> {
  const { statusCode, rawPayload } = await world.server.app.inject({
    url: `/api/v2.0/e.consult.${world.practice.accountId}/akten/${world.caseId}/download`,
    headers: { ...world.practice.headers, 'accept-language': language },
  });
  expect(statusCode).toBe(200);
  return Object.fromEntries(
    Object.entries(unzipSync(rawPayload)).map(([path, bytes]) => [
      path,
      Buffer.from(bytes).toString('latin1'),
    ]),
  );
}

it('The ZIP of a case waits for the PDFs of others', async () => {
  const sheet = createSheet({
    title: 'Akte',
    author: 'Kanzlei Test',
    language: 'de-DE',
    at: new Date('2026-11-20T09:00:00.000Z'),
    sender: { color: '#a01030', logo: undefined },
  });
  const others = Promise.all(
    Array.from({ length: sheetLimits.atOnce + sheetLimits.waiting }, () => sheet.finish(() => '')),
  );
  const files = await download('de');
  expect(files['Aufgaben/Schadensmeldung/Antworten.pdf']).toMatch(/^%PDF-/);
  await others;
});

it.each([
  ['de', 'Aufgaben/Schadensmeldung/Antworten fehlen.txt', /^Die Antworten vom 20\.11\.2026, /],
  ['en', 'Tasks/Claim/Answers missing.txt', /^The answers of 20 Nov 2026, /],
])(
  'The ZIP of a case in %s has a text file in place of a PDF that cannot be drawn',
  async (language, path, sentence) => {
    const { blobStore, db, log } = world.server.deps;
    const { key } = await blobStore.put(Readable.from(['no picture']), { maxBytes: Infinity });
    await db.updateTable('accounts').set({ logoKey: key }).execute();
    const warn = vi.spyOn(log, 'warn');
    const { 'manifest.json': manifest = '', ...files } = await download(language);
    expect(Object.keys(files)).toEqual([path]);
    expect(files[path]).toMatch(sentence);
    expect((JSON.parse(manifest) as ArchiveManifest).files).toMatchObject([
      { task: { workflowId } },
    ]);
    expect(warn).toHaveBeenCalledOnce();
  },
);
