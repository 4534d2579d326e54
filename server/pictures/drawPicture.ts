import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import Bottleneck from 'bottleneck';
import { limits } from '#schemas/limits.ts';

/** What is to be drawn anew, and from what. */
export type Drawing = {
  /** By its first bytes, whatever its name says. */
  kinds: readonly ('jpeg' | 'png' | 'gif' | 'pdf')[];
  width: number;
  height: number;
  /** `inside`: as large as fits, never larger than it is; `cover`: exactly so large, cut to shape. */
  fit: 'inside' | 'cover';
  /** A PNG stays transparent, a JPEG is on white. */
  format: 'jpeg' | 'png';
};

/** It took too long or too much memory, or the process that drew it broke down. */
export class DrawingFailed extends Error {}
/** Too many others wait. */
export class DrawingBusy extends Error {}

const { atOnce, waiting, readMs, idleMs, maxPixels, jpegQuality } = limits.drawing;
const program = fileURLToPath(new URL('./drawWorker.mjs', import.meta.url));

type Limits = {
  timeoutMs: number;
  /** of memory, all that is needed to run included */ maxBytes: number;
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

/** A process of its own, without our environment: what it reads may be made to break it. It draws one picture after the other. */
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
  stdin.on('error', () => undefined); // its end tells
  let idle: NodeJS.Timeout | undefined;

  /** While it rests nothing waits for it: neither its memory nor the end of ours. */
  function setResting(isResting: boolean): void {
    for (const each of [child, child.channel, stdin]) each?.[isResting ? 'unref' : 'ref']();
    clearTimeout(idle);
    if (isResting) idle = setTimeout(() => child.kill('SIGKILL'), idleMs).unref();
  }

  /** Rejects where the bytes cannot be read; where the process takes no more of them, its end tells. */
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
    const drawn = answerOf(child);
    drawn.catch(() => undefined); // reported below
    child.send({ ...drawing, size, maxBytes, maxPixels, quality: jpegQuality });
    await feed(content).catch((error: unknown) => {
      child.kill('SIGKILL'); // it waits for bytes that never come
      throw error;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    return drawn.finally(() => clearTimeout(timer));
  }

  return { draw, isGone: () => isGone, rest: () => setResting(true) };
}

/** What it has drawn; rejects with DrawingFailed at its end. */
function answerOf(child: ChildProcess): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const hear = ({ drawn }: { drawn?: Uint8Array }) => {
      child.off('exit', fail).off('error', fail);
      resolve(drawn && Buffer.from(drawn));
    };
    const fail = () => {
      child.off('message', hear);
      reject(new DrawingFailed());
    };
    child.once('message', hear).once('exit', fail).once('error', fail);
  });
}

const queue = new Bottleneck({ maxConcurrent: atOnce });
const resting: Drawer[] = [];
let inQueue = 0;

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
 * A picture drawn anew in a process of its own: upright, without its metadata (and so without the place it was taken), of a
 * PDF the first page; undefined for what is none of these kinds, broken or too large. It is opened when its turn comes;
 * rejects when it cannot be read, with DrawingFailed, or with DrawingBusy.
 */
export async function drawPicture(
  { open, size }: { open: () => Promise<Readable>; size: number },
  drawing: Drawing,
  within: Limits = limits.drawing,
): Promise<Buffer | undefined> {
  if (inQueue >= atOnce + waiting) throw new DrawingBusy();
  inQueue += 1;
  return queue
    .schedule(() => drawNow(open, size, drawing, within))
    .finally(() => {
      inQueue -= 1;
    });
}
