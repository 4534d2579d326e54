import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { drawingLimits } from '#server/pictures/limits.ts';

/** Pictures that the library draws. */
export const pictureKinds = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
type PictureKind = (typeof pictureKinds)[number];

/** The source and target of a drawing. */
export type Drawing = {
  /** Detected by the first bytes, not by the file name. */
  kinds: readonly (PictureKind | 'pdf')[];
  width: number;
  height: number;
  /** `inside`: fits in the size and is never enlarged; `cover`: exactly this size, cropped. */
  fit: 'inside' | 'cover';
  /**
   * A picture with sides above this ratio is long, such as a screenshot of a chat. Only its short
   * side is limited, to `width / longRatio`, because its text would become unreadable.
   */
  longRatio?: number;
  /** A PNG keeps transparency, a JPEG has a white background. */
  format: 'jpeg' | 'png';
};

/** The limit of time or memory was exceeded (SIGKILL), or the process crashed. */
export class DrawingFailed extends Error {}
/** The queue is full. */
export class DrawingBusy extends Error {}

const { atOnce, waiting, readMs, idleMs, maxPixels, jpegQuality } = drawingLimits;
const program = fileURLToPath(new URL('./drawWorker.mjs', import.meta.url));

type Limits = {
  timeoutMs: number;
  /** of memory, including the runtime */ maxBytes: number;
};
type Drawer = {
  draw: (
    content: Readable,
    size: number,
    drawing: Drawing,
    limits: Limits,
  ) => Promise<Buffer | undefined>;
  isGone: () => boolean;
  rest: () => void;
};

/**
 * Starts a child process with an empty environment, because a file may exploit its decoder. It
 * draws one picture at a time.
 */
function startDrawer(): Drawer {
  const child = fork(program, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const stdin = child.stdin as unknown as Socket;
  let isGone = false;
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve)).then(
    () => {
      isGone = true;
    },
  );
  stdin.on('error', () => undefined); // the exit event reports it
  let idle: NodeJS.Timeout | undefined;

  /** Unreferences an idle process, so that it does not keep the server alive. */
  function setResting(isResting: boolean): void {
    for (const each of [child, child.channel, stdin]) each?.[isResting ? 'unref' : 'ref']();
    clearTimeout(idle);
    if (isResting) idle = setTimeout(() => child.kill('SIGKILL'), idleMs).unref();
  }

  /** Rejects if the bytes cannot be read; a process that stops reading is reported by its exit. */
  async function feed(content: Readable): Promise<void> {
    const timer = setTimeout(() => content.destroy(new Error('the file comes too slowly')), readMs);
    try {
      for await (const chunk of content) {
        if (isGone) break;
        if (!stdin.write(chunk as Buffer))
          await Promise.race([once(stdin, 'drain').catch(() => ended), ended]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function draw(
    content: Readable,
    size: number,
    drawing: Drawing,
    { timeoutMs, maxBytes }: Limits,
  ): Promise<Buffer | undefined> {
    setResting(false);
    const drawn = receivePicture(child);
    drawn.catch(() => undefined); // reported below
    child.send({ ...drawing, size, maxBytes, maxPixels, quality: jpegQuality });
    await feed(content).catch((error: unknown) => {
      child.kill('SIGKILL'); // it waits for bytes that never arrive
      throw error;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    return drawn.finally(() => clearTimeout(timer));
  }

  return { draw, isGone: () => isGone || child.killed, rest: () => setResting(true) };
}

/** Waits for the picture; rejects with DrawingFailed when the process exits. */
function receivePicture(child: ChildProcess): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ drawn }: { drawn?: Uint8Array }) => {
      child.off('exit', fail).off('error', fail);
      resolve(drawn && Buffer.from(drawn));
    };
    const fail = (end: number | Error | null, signal?: NodeJS.Signals | null) => {
      child.off('message', onMessage);
      reject(new DrawingFailed(`drawing ended with ${String(signal ?? end)}`));
    };
    child.once('message', onMessage).once('exit', fail).once('error', fail);
  });
}

const runInQueue = pLimit(atOnce);
const resting: Drawer[] = [];

async function drawNow(
  open: () => Promise<Readable>,
  size: number,
  drawing: Drawing,
  within: Limits,
): Promise<Buffer | undefined> {
  const content = await open();
  let drawer = resting.pop();
  while (drawer?.isGone()) drawer = resting.pop();
  drawer ??= startDrawer();
  try {
    return await drawer.draw(content, size, drawing, within);
  } finally {
    if (!drawer.isGone()) {
      drawer.rest();
      resting.push(drawer);
    }
  }
}

/**
 * Draws a picture in a child process: upright and without metadata (and so without its location);
 * of a PDF the first page. Undefined for a broken, too large or unknown file. Rejects if `open`
 * rejects, with DrawingFailed, or with DrawingBusy.
 */
export async function drawPicture(
  { open, size }: { open: () => Promise<Readable>; size: number },
  drawing: Drawing,
  within: Limits = drawingLimits,
): Promise<Buffer | undefined> {
  if (runInQueue.pendingCount >= waiting) throw new DrawingBusy();
  return runInQueue(() => drawNow(open, size, drawing, within));
}
