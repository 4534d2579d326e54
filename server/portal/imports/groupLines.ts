import type { Line } from './readLines.ts';

/** No line has arrived for too long. */
export class SenderStalled extends Error {}

type Limits = {
  linesAtOnce: number;
  /** A group ends when no line has followed for this long. */ pauseMs: number;
  /** between two lines */ idleMs: number;
};

const isEmpty = ({ bytes }: Line): boolean => bytes?.toString('latin1').trim() === '';

async function* skipEmpty(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  for await (const line of lines) if (!isEmpty(line)) yield line;
}

/** Waits for a value, until a time has passed or a signal is aborted. Then it is undefined. */
const waitFor = <Value>(
  value: Promise<Value>,
  ms: number,
  stopping: AbortSignal,
): Promise<Value | undefined> =>
  new Promise((resolve, reject) => {
    const giveUp = () => resolve(undefined);
    const timer = setTimeout(giveUp, ms);
    stopping.addEventListener('abort', giveUp);
    void value.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', giveUp);
    });
  });

/**
 * Groups lines, so that some can be stored at once. A group ends early when the sender pauses, so
 * that a sender who waits for the report gets it. Throws `SenderStalled`. Leaves out empty lines.
 * No group follows after `stopping` was aborted.
 */
export async function* groupLines(
  lines: AsyncIterable<Line>,
  { linesAtOnce, pauseMs, idleMs }: Limits,
  stopping: AbortSignal,
): AsyncGenerator<Line[]> {
  const source = skipEmpty(lines);
  const pull = () => {
    const pulled = source.next();
    pulled.catch(() => undefined); // thrown below, unless the import ends before
    return pulled;
  };
  let group: Line[] = [];
  let next = pull();
  try {
    while (!stopping.aborted) {
      const found = await waitFor(next, group.length > 0 ? pauseMs : idleMs, stopping);
      if (stopping.aborted) return;
      if (!found && group.length === 0) throw new SenderStalled();
      if (found?.done) break;
      if (found) {
        group.push(found.value);
        next = pull();
      }
      if (found && group.length < linesAtOnce) continue;
      yield group;
      group = [];
    }
    if (group.length > 0) yield group;
  } finally {
    // Not awaited, because it waits for the next part of a body that may never arrive.
    void source.return(undefined).catch(() => undefined);
  }
}
