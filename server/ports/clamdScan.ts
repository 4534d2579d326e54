import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zipSync } from 'fflate';
import { scannerLimits } from '#server/ports/limits.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { eicar, NotScannable, ScannerDown, VirusFound, type VirusScan } from './virusScan.ts';

/** Host and port of clamd. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** Clamd's reply for a file that is behind a password. */
const isLocked = (verdict: string): boolean => /Heuristics\.Encrypted\b/.test(verdict);
/** Clamd's reply for a file that it has not scanned to its end. */
const isUnread = (verdict: string): boolean =>
  verdict.includes('size limit exceeded') || /Heuristics\.Limits\b/.test(verdict);

/**
 * Treats any reply but a plain OK as not clean: above its limits clamd replies neither OK nor
 * FOUND.
 */
function judge(verdict: string): Error | null {
  if (verdict === 'stream: OK') return null;
  if (isLocked(verdict)) return new NotScannable('password');
  if (isUnread(verdict)) return new NotScannable();
  return verdict.endsWith(' FOUND') ? new VirusFound() : new ScannerDown();
}

const encodeLength = (chunk: Uint8Array): Buffer => {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(chunk.length);
  return header;
};

type Timeouts = { connectMs: number; answerMs: number };

/** Scans with clamd's INSTREAM: passes the bytes on, and ends only after clamd has replied OK. */
export const createClamdScan = (
  address: ClamdAddress,
  timeouts: Timeouts = scannerLimits,
  stopping?: AbortSignal,
): VirusScan => ({ scanning: () => createScanStream(address, timeouts, stopping) });

/** Connects to clamd. Destroys the socket when it is silent for too long or the server stops. */
function connectUntilStopped(
  address: ClamdAddress,
  timeout: number,
  stopping?: AbortSignal,
): Socket {
  stopping?.throwIfAborted();
  const socket = connect({ ...address, timeout });
  const abort = () => socket.destroy(new ScannerDown());
  socket.on('timeout', abort);
  stopping?.addEventListener('abort', abort, { once: true });
  socket.once('close', () => stopping?.removeEventListener('abort', abort));
  return socket;
}

function createScanStream(
  address: ClamdAddress,
  { connectMs, answerMs }: Timeouts,
  stopping?: AbortSignal,
): Transform {
  let socket: Socket | undefined;
  let ended: Promise<unknown> | undefined;
  let said = '';
  let isOver = false;

  async function open(): Promise<Socket> {
    const opened = connectUntilStopped(address, connectMs, stopping);
    opened.on('data', (chunk) => {
      said += String(chunk);
    });
    const end = () => {
      isOver = true;
    };
    opened.on('error', end).on('close', end);
    ended = new Promise((resolve) => opened.once('close', resolve));
    await once(opened, 'connect');
    opened.setTimeout(answerMs);
    opened.write('zINSTREAM\0');
    return opened;
  }

  /** Clamd replies and disconnects when a stream is above its limit. */
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
      if (chunk.length === 0) return done(); // that would end the stream
      tell(Buffer.concat([encodeLength(chunk), chunk])).then(
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

/** A zip with an encrypted entry. */
function buildLockedZip(): Buffer {
  const zip = Buffer.from(zipSync({ 'a.txt': Buffer.from('locked') }, { level: 0 }));
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    zip.writeUInt8(1, zip.indexOf(signature, 0, 'latin1') + flags);
  return zip;
}

const maxRecursion = 100; // clamd's settings allow no more

/** Nested zips, deeper than clamd scans. */
function buildDeepZip(): Buffer {
  let zip = Buffer.from('deep');
  for (let depth = 0; depth <= maxRecursion; depth += 1)
    zip = Buffer.from(zipSync({ 'a.zip': zip }, { level: 0 }));
  return zip;
}

async function getScanResult(scan: VirusScan, content: Readable): Promise<unknown> {
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

/** Checks clamd's settings. Returns one sentence per error; rejects with ScannerDown. */
export async function checkClamd(scan: VirusScan): Promise<string[]> {
  const ofVirus = await getScanResult(scan, Readable.from([eicar]));
  if (ofVirus instanceof ScannerDown) throw ofVirus;
  const ofLargest = await getScanResult(scan, Readable.from(zeros(fileLimits.maxSizeBytes)));
  const ofLocked = await getScanResult(scan, Readable.from([buildLockedZip()]));
  const ofDeep = await getScanResult(scan, Readable.from([buildDeepZip()]));
  return [
    ...(ofVirus instanceof VirusFound
      ? []
      : ['It does not find the EICAR test file: it has no signatures.']),
    ...(ofLargest === 'clean'
      ? []
      : [
          `It does not look into ${fileLimits.maxSizeBytes / 1024 / 1024} MB: ` +
            `set StreamMaxLength, MaxFileSize and MaxScanSize.`,
        ]),
    ...(ofLocked instanceof NotScannable
      ? []
      : ['It calls archives clean that it cannot open: set AlertEncrypted.']),
    ...(ofDeep instanceof NotScannable
      ? []
      : ['It calls archives clean that it has not looked into to their end: set AlertExceedsMax.']),
  ];
}

/** A scanner whose settings are checked repeatedly. */
export type CheckedScan = VirusScan & {
  /**
   * Returns one sentence per error; null if the scanner does not respond. A successful check is
   * cached for a while.
   */
  check(): Promise<string[] | null>;
  getUnusableMs(): number;
};

const closed = (): Transform =>
  new Transform({
    transform: (_chunk, _encoding, done) => done(new ScannerDown()),
    flush: (done) => done(new ScannerDown()),
  });

/**
 * Refuses files until `checkClamd` succeeds, and again after a failure, because the scanner may
 * restart with other settings. The check can use a `probe` of its own, which a stop aborts sooner.
 */
export function createCheckedScan(
  scan: VirusScan,
  now: () => number = () => performance.now(),
  probe: VirusScan = scan,
): CheckedScan {
  let fitSince: number | undefined;
  let unfitSince = now();
  function setUnfit(): void {
    if (fitSince !== undefined) unfitSince = now();
    fitSince = undefined;
  }
  return {
    getUnusableMs: () => (fitSince === undefined ? now() - unfitSince : 0),
    scanning() {
      if (fitSince === undefined) return closed();
      return scan.scanning().on('error', (error) => {
        if (error instanceof ScannerDown) setUnfit();
      });
    },
    async check() {
      if (fitSince !== undefined && now() - fitSince < scannerLimits.recheckMs) return [];
      const wrong = await checkClamd(probe).catch((error: unknown) => {
        if (error instanceof ScannerDown) return null;
        throw error;
      });
      if (wrong?.length === 0) fitSince = now();
      else setUnfit();
      return wrong;
    },
  };
}
