import Bottleneck from 'bottleneck/light';
import { getDeviceNow } from '#src/device/serverClock.ts';

const jumpMs = 250; // a smaller one delays a job by no more than that
const watchMs = 250;

const usualPriority = 5; // 0 is the highest of 10

type JobQueueOptions = {
  /** Jobs that run at once. */
  concurrent?: number;
  /** Jobs that may start; `allow` changes the number. Without it there is no limit. */
  reservoir?: number;
};

/** The device's clock minus the monotonic clock, which changes when the device's clock jumps. */
const readSkew = (): number => getDeviceNow() - performance.now();

const { BottleneckError } = Bottleneck;

/** Returns a function that counts what waits. While something does, `check` runs at an interval. */
function createWatch(check: () => void): (change: 1 | -1) => void {
  let waiting = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return (change) => {
    waiting += change;
    if (waiting > 0) timer ??= setInterval(check, watchMs);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/**
 * Creates a queue of jobs on bottleneck. It plans by the device's clock: after that was set back it
 * would start nothing for the difference. A jump therefore replaces the limiter: running jobs keep
 * their places, and what waits is queued again.
 */
export function createJobQueue({ concurrent, reservoir }: JobQueueOptions) {
  const running = new Set<Promise<unknown>>();
  let allowed = reservoir;
  let skew = readSkew();
  let limiter = createLimiter();

  function createLimiter(): Bottleneck {
    const created = new Bottleneck({
      maxConcurrent: concurrent ?? null,
      reservoir: allowed === undefined ? null : allowed + running.size,
    });
    const ignore = () => undefined; // the caller of the job handles its error
    for (const job of running) created.schedule({ priority: 0 }, () => job).catch(ignore);
    return created;
  }

  function replaceAfterJump(): void {
    const now = readSkew();
    if (Math.abs(now - skew) < jumpMs) return;
    skew = now;
    const old = limiter;
    limiter = createLimiter();
    void old.stop({ dropWaitingJobs: true });
  }

  // A limiter that waits for an hour starts nothing else meanwhile.
  const countWaiting = createWatch(replaceAfterJump);

  async function start<T>(job: () => Promise<T>): Promise<T> {
    countWaiting(-1);
    if (allowed !== undefined) allowed -= 1;
    const result = job();
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }

  return {
    /** Runs a job when it is its turn. */
    async run<T>(job: () => Promise<T>, priority = usualPriority): Promise<T> {
      countWaiting(1);
      for (;;) {
        replaceAfterJump();
        const own = limiter;
        const startInTurn = async () => {
          if (own !== limiter)
            throw new BottleneckError('Replaced before the job could be dropped');
          return start(job);
        };
        try {
          return await own.schedule({ priority }, startInTurn);
        } catch (error) {
          if (!(error instanceof BottleneckError)) throw error;
        }
      }
    },
    /** Lets so many more jobs start. */
    allow(more: number): void {
      if (allowed === undefined) return;
      allowed += more;
      void limiter.incrementReservoir(more);
    },
  };
}
