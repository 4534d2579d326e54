import { fork, type ChildProcess } from 'node:child_process';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { createProblem } from '#server/problem.ts';
import { sheetLimits } from './limits.ts';
import type { SheetContent } from './sheet.ts';
import type { Drawn } from './sheetWorker.ts';

/** Drawing failed, or it exceeded the limit of time or memory. */
export class SheetFailed extends Error {}

const { atOnce, waiting, timeoutMs, maxMb, idleMs } = sheetLimits;

/** `.ts` in the sources, `.js` in the build, which has the program beside the server. */
const extension = extname(import.meta.url);
const program = fileURLToPath(new URL(`./sheetWorker${extension}`, import.meta.url));

type Worker = { draw: (content: SheetContent) => Promise<Buffer>; isGone: () => boolean };

/** Starts a child process that draws one document at a time, and exits when it is idle. */
function startWorker(): Worker {
  const child = fork(program, {
    execArgv: [
      `--max-old-space-size=${maxMb}`,
      ...(extension === '.ts' ? ['--import', 'tsx'] : []),
    ],
    cwd: dirname(program),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  let idle: NodeJS.Timeout | undefined;
  let isGone = false;
  const markGone = () => {
    isGone = true;
  };
  child.once('exit', markGone).on('error', markGone);

  /** Unreferences an idle process, so that it does not keep the server alive. */
  function setResting(isResting: boolean): void {
    for (const each of [child, child.channel]) each?.[isResting ? 'unref' : 'ref']();
    clearTimeout(idle);
    if (isResting) idle = setTimeout(kill, idleMs).unref();
  }

  async function draw(content: SheetContent): Promise<Buffer> {
    setResting(false);
    const timer = setTimeout(kill, timeoutMs);
    try {
      return await exchange(child, content);
    } finally {
      clearTimeout(timer);
      setResting(true);
    }
  }
  return { draw, isGone: () => isGone || child.killed };
}

/** Sends the content and waits for the document; rejects when the process exits. */
function exchange(child: ChildProcess, content: SheetContent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onMessage = (drawn: Drawn) => {
      child.off('exit', fail).off('error', fail);
      if ('error' in drawn) reject(new SheetFailed(drawn.error));
      else resolve(Buffer.from(drawn.pdf.buffer, drawn.pdf.byteOffset, drawn.pdf.byteLength));
    };
    const fail = () => {
      child.off('message', onMessage);
      reject(new SheetFailed('The process that draws PDFs has ended'));
    };
    child.once('message', onMessage).once('exit', fail).once('error', fail);
    child.send(content);
  });
}

const runInQueue = pLimit(atOnce);
const resting: Worker[] = [];

async function drawNow(content: SheetContent): Promise<Buffer> {
  let worker = resting.pop();
  while (worker?.isGone()) worker = resting.pop();
  worker ??= startWorker();
  try {
    return await worker.draw(content);
  } finally {
    if (!worker.isGone()) resting.push(worker);
  }
}

/** Draws a PDF in a child process. Throws `unavailable` while the queue is full. */
export async function renderSheet(content: SheetContent): Promise<Buffer> {
  if (runInQueue.pendingCount >= waiting) throw createProblem('unavailable');
  return runInQueue(() => drawNow(content));
}
