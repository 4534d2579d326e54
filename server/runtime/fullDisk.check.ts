// `npm run check:disk`: fills the disk of the data folder. Mounting a small disk needs root.
import { execFile, execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePdf, setUpResumableUploads } from '#server/testing/files/resumableUploads.ts';
import { getProgram } from '#server/testing/programs.ts';
import { freePort } from '#server/testing/serverProcess.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { json, upload, webKeys } from '#server/testing/testServer.ts';

const diskMb = 64;
const mib = 1024 * 1024;
let disk: string;
beforeAll(() => {
  disk = mkdtempSync(join(tmpdir(), 'formakte-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk]);
  vi.stubEnv('TMPDIR', disk);
});
afterAll(() => {
  vi.unstubAllEnvs();
  execFileSync('umount', [disk]);
  rmdirSync(disk);
});

/** Takes all free space of the disk; returns what gives it back. */
function fillDisk(): () => void {
  const path = join(disk, 'filler');
  const file = openSync(path, 'w');
  for (let size = mib; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

describe('a full disk', () => {
  const { world, begin, finish, send, loadOffset, listBlobs, listFiles } =
    setUpResumableUploads(openSqliteTest);
  const sendWhole = (content: Buffer) =>
    upload(world.server, world.visitor, { name: 'a.pdf', content, elementId: 'papers' });

  it('Uploads get 507 and leave nothing, and succeed when there is room', async () => {
    const content = makePdf(2 * mib);
    const resumable = await begin(content.length);
    const makeRoom = fillDisk();
    const refused = await sendWhole(content);
    expect([refused.statusCode, json(refused)['reason']]).toEqual([507, 'storageFull']);
    expect(await send(resumable, 0, content)).toMatchObject({ status: 507, reason: 'storageFull' });
    expect(await listFiles()).toEqual([]);
    makeRoom();
    const offset = await loadOffset(resumable);
    expect(await send(resumable, offset, content.subarray(offset))).toMatchObject({ status: 204 });
    expect((await finish(resumable)).statusCode).toBe(200);
    expect((await sendWhole(content)).statusCode).toBe(200);
    expect(await listFiles()).toHaveLength(2);
    expect(await listBlobs()).toHaveLength(2);
  });

  it('Calls that write get 507 or their answer, and readiness names the disk', async () => {
    const { app } = world.server;
    const makeRoom = fillDisk();
    const open = () =>
      app.inject({
        method: 'POST',
        url: '/api/authenticate/adhoc/workflow',
        headers: webKeys,
        payload: { key: world.processGuid },
      });
    const statuses = new Set<number>();
    for (let call = 0; call < 300; call += 1) statuses.add((await open()).statusCode);
    expect([...statuses].filter((status) => status !== 200)).toEqual([507]);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, json(ready)['notReady']]).toEqual([
      503,
      expect.arrayContaining(['disk']),
    ]);
    makeRoom();
    expect((await open()).statusCode).toBe(200);
  });

  it('A demo that finds no room for its data ends with one sentence', async () => {
    const makeRoom = fillDisk();
    const env = {
      PATH: process.env['PATH'],
      FORMAKTE_MODE: 'demo',
      PORT: String(await freePort()),
    };
    const start = (name: string) =>
      promisify(execFile)(process.execPath, getProgram('server'), {
        env: { ...env, DATA_DIR: join(disk, name) },
      });
    const sentence = { code: 1, stderr: expect.stringMatching(/^The disk .* is full: .*\.\n$/) };
    await expect(start('none')).rejects.toMatchObject(sentence);
    makeRoom();
    writeFileSync(join(disk, 'filler'), Buffer.alloc((diskMb - 4) * mib)); // enough to migrate
    await expect(start('some')).rejects.toMatchObject(sentence);
    makeRoom();
  });
});
