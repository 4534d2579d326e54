import type { ErrorReason } from '#schemas/platform/errors.ts';

/** Codes of Node: the network, full or read-only disks, and too many open files. */
const reasonByNodeCode: Readonly<Record<string, ErrorReason>> = {
  EAI_AGAIN: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  EIO: 'unavailable',
  EMFILE: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENFILE: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  EROFS: 'unavailable',
  ETIMEDOUT: 'unavailable',
  EDQUOT: 'storageFull',
  ENOSPC: 'storageFull',
};

/** Extended codes of SQLite begin with these. */
const reasonBySqliteCode: readonly [prefix: string, reason: ErrorReason][] = [
  ['SQLITE_FULL', 'storageFull'],
  ['SQLITE_BUSY', 'unavailable'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_IOERR', 'unavailable'],
  ['SQLITE_LOCKED', 'unavailable'],
  ['SQLITE_READONLY', 'unavailable'],
];

/**
 * SQLSTATE of PostgreSQL: 53100 disk full; 08 connection, 53 resources, 57 shutdown or time limit;
 * 25006 read-only after a failover; 40 conflicts that outlived the retries; 55P03 lock.
 */
const postgresOutage = /^(?:08|53|57P|57014|25006|40001|40P01|55P03)/;

/** Errors of `pg` without a code. */
const lostConnections = [
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
];
const isConnectionLost = ({ message }: Error): boolean =>
  lostConnections.some((beginning) => message.startsWith(beginning));

function findReasonByCode(code: string): ErrorReason | undefined {
  if (code === '53100') return 'storageFull';
  if (postgresOutage.test(code)) return 'unavailable';
  return (
    reasonByNodeCode[code] ?? reasonBySqliteCode.find(([prefix]) => code.startsWith(prefix))?.[1]
  );
}

/** Errors of the S3 client: a failure of the service, or none of its answers in time. */
const isOutageOfStore = (error: Error): boolean =>
  ('$fault' in error && error.$fault === 'server') || error.name === 'TimeoutError';

/**
 * Finds out whether an error is an outage of database, disk, network or file store: `unavailable`
 * (503) or `storageFull` (507). Looks at causes too; undefined for any other error.
 */
export function findOutage(error: unknown): ErrorReason | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = 'code' in error ? findReasonByCode(String(error.code)) : undefined;
  if (reason) return reason;
  if (isConnectionLost(error) || isOutageOfStore(error)) return 'unavailable';
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return findOutage(first ?? error.cause);
}
