import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { scannerLimits } from '#server/ports/limits.ts';
import { pass, refusal } from '#server/testing/files/scans.ts';
import { checkClamd, createCheckedScan, createClamdScan } from './clamdScan.ts';
import {
  builtInVirusScan,
  eicar,
  NotScannable,
  ScannerDown,
  VirusFound,
  type VirusScan,
} from './virusScan.ts';

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

  it.each([
    ['behind a password', 'stream: Heuristics.Encrypted.OLE2 FOUND\0', 'password'],
    ['that it has read in part', 'stream: Heuristics.Limits.Exceeded FOUND\0', 'content'],
    ['above its size', 'INSTREAM size limit exceeded. ERROR\0', 'content'],
  ])('A file %s is not scannable, with the reason', async (_, verdict, obstacle) => {
    const scan = await answering((socket) => socket.on('data', () => socket.end(verdict)));
    const error = await refusal(scan, Buffer.from('x'));
    expect([error instanceof NotScannable, error]).toMatchObject([true, { obstacle }]);
  });

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
