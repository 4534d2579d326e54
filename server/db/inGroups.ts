import type { Db } from './schema.ts';

type Waiting<Each, Result> = { each: Each; resolve: (result: Result) => void; reject: (reason: unknown) => void };

/** Does work of one kind in groups, of each database one after the other: what comes while one is being done is done with the next. */
export function inGroups<Each, Result>(atMost: number, work: (db: Db, group: readonly Each[]) => Promise<readonly PromiseSettledResult<Result>[]>): (db: Db, each: Each) => Promise<Result> {
  const queues = new WeakMap<Db, Waiting<Each, Result>[]>();

  async function run(db: Db, queue: Waiting<Each, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const group = queue.slice(0, atMost);
      const [outcome] = await Promise.allSettled([(async () => work(db, group.map(({ each }) => each)))()]); // async, lest one that throws at once leaves all who wait
      group.forEach(({ resolve, reject }, at) => {
        const own = outcome.status === 'fulfilled' ? outcome.value[at] : outcome;
        if (own?.status === 'fulfilled') resolve(own.value); // the outcome of the group is none of these
        else reject(own?.reason);
      });
      queue.splice(0, group.length);
    }
  }

  return async (db, each) => {
    const queue = queues.get(db) ?? [];
    queues.set(db, queue);
    const isIdle = queue.length === 0;
    const done = new Promise<Result>((resolve, reject) => void queue.push({ each, resolve, reject }));
    if (isIdle) void run(db, queue);
    return done;
  };
}
