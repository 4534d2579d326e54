// `npm run check:scanner`: what the scanner's client makes of a real clamd.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locked, nested, buildZip } from '#server/testing/files/archives.ts';
import { pass, refusal } from '#server/testing/files/scans.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { waitUntil } from '#tools/waitUntil.ts';
import { checkClamd, createClamdScan } from './clamdScan.ts';
import { eicar, NotScannable, VirusFound, type VirusScan } from './virusScan.ts';

let folder: string;
const running: ChildProcess[] = [];

async function start(name: string, settings: string): Promise<VirusScan> {
  const path = join(folder, `${name}.sock`);
  const config = join(folder, `${name}.conf`);
  await writeFile(
    config,
    `DatabaseDirectory ${folder}\nLocalSocket ${path}\nForeground yes\n${settings}\n`,
  );
  running.push(spawn('clamd', ['--config-file', config], { stdio: 'ignore' }));
  const scan = createClamdScan({ path });
  const isReady = () =>
    pass(scan, Buffer.from('x')).then(
      () => true,
      () => false,
    );
  await waitUntil(isReady, { withinMs: 60_000, message: 'Clamd did not start' });
  return scan;
}

const large = 'StreamMaxLength 101M\nMaxFileSize 101M\nMaxScanSize 400M';
let scan: VirusScan;
beforeAll(async () => {
  if (spawnSync('clamd', ['--version']).status !== 0)
    throw new Error('clamd is not installed: apt-get install clamav-daemon');
  folder = await mkdtemp(join(tmpdir(), 'formakte-clamd-'));
  await writeFile(join(folder, 'local.ndb'), `Test.Eicar:0:*:${eicar.toString('hex')}\n`);
  scan = await start('fit', `${large}\nMaxRecursion 6\nAlertExceedsMax yes\nAlertEncrypted yes`);
}, scaleTimeout(90_000));
afterAll(async () => {
  await Promise.all(
    running.map(async (clamd) => {
      const ended = once(clamd, 'exit');
      clamd.kill('SIGKILL');
      await ended;
    }),
  );
  await rm(folder, { recursive: true });
});

it('Clamd passes a clean file unchanged', async () => {
  const file = buildZip({ 'a.txt': Buffer.from('Guten Tag') });
  expect((await pass(scan, file.subarray(0, 20), file.subarray(20))).equals(file)).toBe(true);
});

it.each<[string, () => Buffer, new () => Error]>([
  ['the test virus', () => eicar, VirusFound],
  ['the test virus in a zip in a zip', () => nested(2, eicar), VirusFound],
  [
    'a zip behind a password',
    () => locked(buildZip({ 'a.txt': Buffer.from('geheim') })),
    NotScannable,
  ],
  ['zips in zips past its limit', () => nested(12, eicar), NotScannable],
  [
    'a file past its limit, whether or not its word arrives before it hangs up',
    () => Buffer.alloc(102 * 1024 * 1024),
    Error,
  ],
])('Clamd refuses %s', async (_, make, kind) =>
  expect(await refusal(scan, make())).toBeInstanceOf(kind),
);

it(
  'Clamd is accepted, or its missing settings are named',
  { timeout: scaleTimeout(90_000) },
  async () => {
    expect(await checkClamd(scan)).toEqual([]);
    const unfit = await start('unfit', 'StreamMaxLength 10M');
    expect(await checkClamd(unfit)).toEqual(
      ['StreamMaxLength', 'AlertEncrypted', 'AlertExceedsMax'].map(
        (setting) => expect.stringContaining(setting) as string,
      ),
    );
    const almost = await start('almost', `${large}\nAlertEncrypted yes`);
    expect(await checkClamd(almost)).toEqual([expect.stringContaining('AlertExceedsMax')]);
  },
);
