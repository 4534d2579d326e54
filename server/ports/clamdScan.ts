import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zipSync } from 'fflate';
import { limits } from '#schemas/limits.ts';
import { eicar, NotScannable, ScannerDown, VirusFound, type VirusScan } from './virusScan.ts';

/** Where clamd listens. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** What clamd says of a file it has not looked into to its end. */
const isUnread = (verdict: string): boolean => /Heuristics\.(Limits|Encrypted)\b/.test(verdict);

/** Anything but a plain OK is not clean: a clamd over its limits says neither OK nor FOUND. */
function judge(verdict: string): Error | null {
  if (verdict === 'stream: OK') return null;
  if (verdict.includes('size limit exceeded') || isUnread(verdict)) return new NotScannable();
  return verdict.endsWith(' FOUND') ? new VirusFound() : new ScannerDown();
}

const lengthOf = (chunk: Uint8Array): Buffer => {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(chunk.length);
  return header;
};

/** clamd's INSTREAM: the bytes pass, and the stream ends only after clamd has said OK. */
export function createClamdScan(
  address: ClamdAddress,
  { connectMs, answerMs }: { connectMs: number; answerMs: number } = limits.scanner,
): VirusScan {
  function scanning(): Transform {
    let socket: Socket | undefined;
    let ended: Promise<unknown> | undefined;
    let said = '';
    let isOver = false;

    async function open(): Promise<Socket> {
      const opened = connect({ ...address, timeout: connectMs });
      opened.on('timeout', () => opened.destroy(new ScannerDown()));
      opened.on('data', (chunk) => {
        said += String(chunk);
      });
      opened
        .on('error', () => {
          isOver = true;
        })
        .on('close', () => {
          isOver = true;
        });
      ended = new Promise((resolve) => opened.once('close', resolve));
      await once(opened, 'connect');
      opened.setTimeout(answerMs);
      opened.write('zINSTREAM\0');
      return opened;
    }

    /** Clamd hangs up where a stream is past its limit, and says so before. */
    async function tell(bytes: Buffer): Promise<void> {
      socket ??= await open();
      if (isOver || socket.write(bytes)) return;
      await Promise.race([once(socket, 'drain').catch(() => ended), ended]);
    }

    async function verdict(): Promise<Error | null> {
      await tell(Buffer.alloc(4));
      if (socket && !isOver) await once(socket, 'close');
      return judge(said.replace(/\0$/, ''));
    }

    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (chunk.length === 0) return done(); // that would be the end
        tell(Buffer.concat([lengthOf(chunk), chunk])).then(
          () => done(null, chunk),
          () => done(new ScannerDown()),
        );
      },
      flush(done) {
        verdict().then(done, () => done(new ScannerDown()));
      },
      destroy(error, done) {
        socket?.destroy();
        done(error);
      },
    });
  }
  return { scanning };
}

/** A zip whose entry says that it is locked by a password. */
function lockedZip(): Buffer {
  const zip = Buffer.from(zipSync({ 'a.txt': Buffer.from('locked') }, { level: 0 }));
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    zip.writeUInt8(1, zip.indexOf(signature, 0, 'latin1') + flags);
  return zip;
}

const maxRecursion = 100; // more clamd's settings do not allow

/** Zips in zips, deeper than any clamd looks. */
function deepZip(): Buffer {
  let zip = Buffer.from('deep');
  for (let depth = 0; depth <= maxRecursion; depth += 1)
    zip = Buffer.from(zipSync({ 'a.zip': zip }, { level: 0 }));
  return zip;
}

async function verdictOn(scan: VirusScan, content: Readable): Promise<unknown> {
  return pipeline(content, scan.scanning(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) void chunk;
  }).then(
    () => 'clean',
    (error: unknown) => error,
  );
}

function* zeros(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024);
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}

/** What is wrong with how clamd is set up, a sentence each; rejects with ScannerDown where it does not answer. */
export async function checkClamd(scan: VirusScan): Promise<string[]> {
  const ofVirus = await verdictOn(scan, Readable.from([eicar]));
  if (ofVirus instanceof ScannerDown) throw ofVirus;
  const ofLargest = await verdictOn(scan, Readable.from(zeros(limits.file.maxSizeBytes)));
  const ofLocked = await verdictOn(scan, Readable.from([lockedZip()]));
  const ofDeep = await verdictOn(scan, Readable.from([deepZip()]));
  return [
    ...(ofVirus instanceof VirusFound
      ? []
      : ['It does not find the EICAR test file: it has no signatures.']),
    ...(ofLargest === 'clean'
      ? []
      : [
          `It does not look into ${limits.file.maxSizeBytes / 1024 / 1024} MB: set StreamMaxLength, MaxFileSize and MaxScanSize.`,
        ]),
    ...(ofLocked instanceof NotScannable
      ? []
      : ['It calls archives clean that it cannot open: set AlertEncrypted.']),
    ...(ofDeep instanceof NotScannable
      ? []
      : ['It calls archives clean that it has not looked into to their end: set AlertExceedsMax.']),
  ];
}

/** A scanner that is looked at again and again. */
export type CheckedScan = VirusScan & {
  /** What is wrong with it, a sentence each; null: it does not answer. One found fit a while ago is asked again only after a time. */
  check(): Promise<string[] | null>;
};

const closed = (): Transform =>
  new Transform({
    transform: (_chunk, _encoding, done) => done(new ScannerDown()),
    flush: (done) => done(new ScannerDown()),
  });

/** Lets nothing through before `checkClamd` has found the scanner fit, nor once it was down: it may come back set up in another way. */
export function createCheckedScan(scan: VirusScan, now: () => number = Date.now): CheckedScan {
  let fitSince: number | undefined;
  return {
    scanning() {
      if (fitSince === undefined) return closed();
      return scan.scanning().on('error', (error) => {
        if (error instanceof ScannerDown) fitSince = undefined;
      });
    },
    async check() {
      if (fitSince !== undefined && now() - fitSince < limits.scanner.recheckMs) return [];
      const wrong = await checkClamd(scan).catch((error: unknown) => {
        if (error instanceof ScannerDown) return null;
        throw error;
      });
      fitSince = wrong?.length === 0 ? now() : undefined;
      return wrong;
    },
  };
}
