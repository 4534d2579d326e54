import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { minuteMs } from '#schemas/platform/time.ts';
import type { Deps } from '#server/deps.ts';
import { isSqlite } from '#server/db/dialect.ts';
import type { Readiness, ReadinessCheck } from '#server/http/health.ts';
import { getOldestWaitingMs } from '#server/mail/mailOutbox/service.ts';

const checkDatabase = ({ db }: Deps): ReadinessCheck => ({
  name: 'database',
  findCause: async () => void (await sql`select 1`.execute(db)),
});

const checkFiles = ({ blobStore }: Deps): ReadinessCheck => ({
  name: 'files',
  findCause: async () => void (await blobStore.check()),
});

/** The data folder holds uploads while they arrive, also with PostgreSQL and S3. */
const checkDisk = ({ config: { dataDir, ready } }: Deps): ReadinessCheck => ({
  name: 'disk',
  async findCause() {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize < ready.minFreeBytes ? `${bavail * bsize} bytes are free` : undefined;
  },
});

const checkScanner = ({ virusScan, config: { ready } }: Deps): ReadinessCheck => ({
  name: 'scanner',
  async findCause() {
    const unusableMs = virusScan.getUnusableMs?.() ?? 0;
    return unusableMs > ready.maxScannerMs ? `cannot be used for ${unusableMs} ms` : undefined;
  },
});

const checkMails = (deps: Deps): ReadinessCheck => ({
  name: 'mails',
  async findCause() {
    const waitingMs = await getOldestWaitingMs(deps);
    return waitingMs > deps.config.ready.maxMailMs ? `waiting for ${waitingMs} ms` : undefined;
  },
});

// A clock that was wrong and is right again must not keep all traffic away for the difference.
const wentBackReportedMs = 5 * minuteMs;

/** Returns a function that returns by how many ms the clock went back, for five minutes. */
function watchClock(clock: Deps['clock'], maxClockMs: number): () => number {
  let latest = 0;
  let noticedAt: number | undefined;
  return () => {
    const now = clock.now().getTime();
    latest = Math.max(latest, now);
    if (latest - now <= maxClockMs) {
      noticedAt = undefined;
      return 0;
    }
    noticedAt ??= clock.elapsedMs();
    if (clock.elapsedMs() - noticedAt < wentBackReportedMs) return latest - now;
    latest = now;
    noticedAt = undefined;
    return 0;
  };
}

/** Compares with the latest time that a check has seen, and with the clock of PostgreSQL. */
function checkClock({ db, clock, config: { ready } }: Deps): ReadinessCheck {
  const getWentBackMs = watchClock(clock, ready.maxClockMs);
  return {
    name: 'clock',
    async findCause() {
      const wentBackMs = getWentBackMs();
      if (wentBackMs > 0) return `went back by ${wentBackMs} ms`;
      const before = clock.now().getTime();
      if (isSqlite(db)) return undefined;
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
      const at = rows[0]?.at.getTime() ?? before;
      // The query takes time, so the database may be anywhere between the two readings.
      const difference = Math.max(before - at, at - clock.now().getTime(), 0);
      return difference > ready.maxClockMs
        ? `differs by ${difference} ms from the database`
        : undefined;
    },
  };
}

/** Lists the parts that this installation needs. A limit of 0 turns its check off. */
export function getReadiness(deps: Deps): Readiness {
  const { ready } = deps.config;
  const checks = [
    checkDatabase(deps),
    checkFiles(deps),
    ...(ready.minFreeBytes > 0 ? [checkDisk(deps)] : []),
    ...(ready.maxScannerMs > 0 ? [checkScanner(deps)] : []),
    ...(ready.maxMailMs > 0 ? [checkMails(deps)] : []),
    ...(ready.maxClockMs > 0 ? [checkClock(deps)] : []),
  ];
  return { checks, limitMs: ready.checkMs };
}
