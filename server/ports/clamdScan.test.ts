import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { scannerLimits } from '#server/ports/limits.ts';
import { locked, nested, buildZip } from '#server/testing/files/archives.ts';
import { checkClamd, createCheckedScan, createClamdScan } from './clamdScan.ts';
import {
  builtInVirusScan,
  eicar,
  NotScannable,
  ScannerDown,
  VirusFound,
  type VirusScan,
} from './virusScan.ts';

const pass = (scan: VirusScan, ...chunks: Buffer[]) =>
  buffer(Readable.from(chunks).pipe(scan.scanning()));
const refusal = (scan: VirusScan, ...chunks: Buffer[]) =>
  new Promise((resolve, reject) => {
    Readable.from(chunks)
      .pipe(scan.scanning())
      .on('error', resolve)
      .on('end', () => reject(new Error('It was let through')))
      .resume();
  });

const isInstalled = spawnSync('clamd', ['--version']).status === 0;
if (!isInstalled)
  process.stderr.write(
    'No clamd on this machine (apt-get install clamav-daemon): the tests with the real scanner ' +
      'are skipped.\n',
  );

describe.skipIf(!isInstalled)('real clamd', () => {
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
    await vi.waitFor(
      async () => {
        await pass(scan, Buffer.from('x'));
      },
      { timeout: 60_000, interval: 200 },
    );
    return scan;
  }

  const large = 'StreamMaxLength 101M\nMaxFileSize 101M\nMaxScanSize 400M';
  let scan: VirusScan;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formakte-clamd-'));
    await writeFile(join(folder, 'local.ndb'), `Test.Eicar:0:*:${eicar.toString('hex')}\n`);
    scan = await start('fit', `${large}\nMaxRecursion 6\nAlertExceedsMax yes\nAlertEncrypted yes`);
  }, 90_000);
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
  ])('Clamd refuses %s', { timeout: 60_000 }, async (_, make, kind) =>
    expect(await refusal(scan, make())).toBeInstanceOf(kind),
  );

  it('Clamd is accepted, or its missing settings are named', { timeout: 90_000 }, async () => {
    expect(await checkClamd(scan)).toEqual([]);
    const unfit = await start('unfit', 'StreamMaxLength 10M');
    expect(await checkClamd(unfit)).toEqual(
      ['StreamMaxLength', 'AlertEncrypted', 'AlertExceedsMax'].map(
        (setting) => expect.stringContaining(setting) as string,
      ),
    );
    const almost = await start('almost', `${large}\nAlertEncrypted yes`);
    expect(await checkClamd(almost)).toEqual([expect.stringContaining('AlertExceedsMax')]);
  });
});

describe('scanner that does not report a clean file', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  afterEach(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });

  async function answering(
    answer: (socket: Socket) => void,
    within?: Parameters<typeof createClamdScan>[1],
  ): Promise<VirusScan> {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      answer(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return createClamdScan(
      { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
      within,
    );
  }

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up at once', (socket) => socket.destroy()],
    ['says nothing', (socket) => socket.on('data', () => socket.end())],
    ['says something else', (socket) => socket.on('data', () => socket.end('stream: OK maybe\0'))],
    [
      'fails',
      (socket) => socket.on('data', () => socket.end("stream: Can't allocate memory ERROR\0")),
    ],
  ])('A scanner that %s passes nothing', async (_, answer) =>
    expect(await refusal(await answering(answer), Buffer.from('x'))).toBeInstanceOf(ScannerDown),
  );

  it('A scanner that is silent passes nothing after its timeout', async () => {
    const scan = await answering((socket) => socket.resume(), { ...scannerLimits, answerMs: 50 });
    expect(await refusal(scan, Buffer.from('x'))).toBeInstanceOf(ScannerDown);
  });

  it('A scanner that is not reachable passes nothing', async () => {
    const scan = await answering(() => undefined);
    server.close();
    await once(server, 'close');
    expect(await refusal(scan, Buffer.from('x'))).toBeInstanceOf(ScannerDown);
    await expect(checkClamd(scan)).rejects.toBeInstanceOf(ScannerDown);
  });
});

it('A large file leaves no listener on the connection to the scanner', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const server = createServer((socket) =>
    socket.on('data', (chunk) => {
      if (chunk.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const scan = createClamdScan({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  await pass(scan, ...Array.from({ length: 100 }, () => Buffer.alloc(256 * 1024, 'x')));
  server.close();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

describe('checked scanner', () => {
  const hour = scannerLimits.recheckMs;
  const down: VirusScan = {
    scanning: () =>
      new Transform({ transform: (_chunk, _encoding, done) => done(new ScannerDown()) }),
  };
  /**
   * Finds the test virus, and reports OK for what it cannot open, like clamd with default settings.
   */
  const unfit: VirusScan = {
    scanning: () =>
      new Transform({
        transform: (chunk: Buffer, _encoding, done) =>
          chunk.includes(eicar) ? done(new VirusFound()) : done(null, chunk),
      }),
  };

  function checked(first: VirusScan) {
    let behind = first;
    let now = 0;
    const scan = createCheckedScan({ scanning: () => behind.scanning() }, () => now);
    return {
      scan,
      become: (next: VirusScan) => {
        behind = next;
      },
      forward: (ms: number) => {
        now += ms;
      },
    };
  }
  const isOpen = (scan: VirusScan) =>
    pass(scan, Buffer.from('x')).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(ScannerDown);
        return false;
      },
    );

  it('A checked scanner passes nothing before its check succeeds', async () => {
    const { scan, become } = checked(unfit);
    expect(await isOpen(scan)).toBe(false); // not checked yet
    become(down);
    expect([await scan.check(), await isOpen(scan)]).toEqual([null, false]);
    become(unfit);
    expect([await scan.check(), await isOpen(scan)]).toEqual([
      [expect.stringContaining('AlertEncrypted'), expect.stringContaining('AlertExceedsMax')],
      false,
    ]);
    become(builtInVirusScan);
    expect([await scan.check(), await isOpen(scan)]).toEqual([[], true]);
  });

  it('A checked scanner is checked again after a failure, and every hour', async () => {
    const { scan, become, forward } = checked(builtInVirusScan);
    await scan.check();
    become(down);
    expect(await isOpen(scan)).toBe(false);
    become(unfit);
    expect([await isOpen(scan), (await scan.check())?.length, await isOpen(scan)]).toEqual([
      false,
      2,
      false,
    ]);
    become(builtInVirusScan);
    await scan.check();
    become(unfit);
    forward(hour - 1);
    expect([await scan.check(), await isOpen(scan)]).toEqual([[], true]);
    forward(1);
    expect([(await scan.check())?.length, await isOpen(scan)]).toEqual([2, false]);
  });

  it('A closed scanner refuses an empty file as well', async () =>
    expect(await refusal(checked(down).scan)).toBeInstanceOf(ScannerDown));
});
