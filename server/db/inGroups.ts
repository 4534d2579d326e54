import type { Db } from './schema.ts';

type Waiting<Each, Result> = {
  each: Each;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/**
 * Does work of one kind in groups, of each database one after the other: what comes while one is being done is done with the next.
 * What is `lineOf` another thing is done beside it.
 */
export function inGroups<Each, Result>(
  atMost: number,
  work: (db: Db, group: readonly Each[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  lineOf: (each: Each) => string = () => '',
): (db: Db, each: Each) => Promise<Result> {
  const lines = new WeakMap<Db, Map<string, Waiting<Each, Result>[]>>();

  async function run(
    db: Db,
    ofDb: Map<string, Waiting<Each, Result>[]>,
    line: string,
    queue: Waiting<Each, Result>[],
  ): Promise<void> {
    while (queue.length > 0) {
      const group = queue.slice(0, atMost);
      const [outcome] = await Promise.allSettled([
        (async () =>
          work(
            db,
            group.map(({ each }) => each),
          ))(),
      ]); // async, lest one that throws at once leaves all who wait
      group.forEach(({ resolve, reject }, at) => {
        const own = outcome.status === 'fulfilled' ? outcome.value[at] : outcome;
        if (own?.status === 'fulfilled')
          resolve(own.value); // the outcome of the group is none of these
        else reject(own?.reason);
      });
      queue.splice(0, group.length);
    }
    ofDb.delete(line); // in one go with the look whether it is empty
  }

  return async (db, each) => {
    const ofDb = lines.get(db) ?? new Map<string, Waiting<Each, Result>[]>();
    lines.set(db, ofDb);
    const line = lineOf(each);
    const queue = ofDb.get(line) ?? [];
    ofDb.set(line, queue);
    const isIdle = queue.length === 0;
    const done = new Promise<Result>(
      (resolve, reject) => void queue.push({ each, resolve, reject }),
    );
    // Not before all that arrived in this turn of the event loop have come: SQLite works without a pause, so nobody would ever come meanwhile.
    if (isIdle) setImmediate(() => void run(db, ofDb, line, queue));
    return done;
  };
}
