/*
 * Puts several commits together (group commit) for server/db/transaction.ts. Any other jobs of one
 * database can be batched too.
 */
import type { Db } from './schema.ts';

type QueuedJob<Job, Result> = {
  job: Job;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};
type Queue<Job, Result> = QueuedJob<Job, Result>[];

/** Runs one batch. A batch that throws rejects all of its jobs. */
async function runBatch<Job, Result>(
  batch: Queue<Job, Result>,
  work: (jobs: readonly Job[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): Promise<void> {
  try {
    const outcomes = await work(batch.map(({ job }) => job));
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/**
 * Batches jobs per database. Jobs that arrive while a batch runs form the next batch. Queues with
 * different keys run in parallel.
 */
export function createBatch<Job, Result>(
  maxJobs: number,
  work: (db: Db, jobs: readonly Job[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  getKey: (job: Job) => string = () => '',
): (db: Db, job: Job) => Promise<Result> {
  const queuesByDb = new WeakMap<Db, Map<string, Queue<Job, Result>>>();

  async function drain(
    db: Db,
    queues: Map<string, Queue<Job, Result>>,
    key: string,
    queue: Queue<Job, Result>,
  ): Promise<void> {
    while (queue.length > 0) {
      const jobs = queue.slice(0, maxJobs);
      await runBatch(jobs, async (each) => work(db, each));
      queue.splice(0, jobs.length);
    }
    queues.delete(key); // no await since the length check, so no job is lost
  }

  return (db, job) => {
    const queues = queuesByDb.get(db) ?? new Map<string, Queue<Job, Result>>();
    queuesByDb.set(db, queues);
    const key = getKey(job);
    const queue = queues.get(key) ?? [];
    queues.set(key, queue);
    const isIdle = queue.length === 0;
    const result = new Promise<Result>((resolve, reject) => {
      queue.push({ job, resolve, reject });
    });
    // SQLite blocks the event loop: without the delay each batch would hold a single job.
    if (isIdle) setImmediate(() => void drain(db, queues, key, queue));
    return result;
  };
}
