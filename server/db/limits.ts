import { secondMs } from '#schemas/platform/time.ts';

export const databaseLimits = {
  connectMs: 5 * secondMs, // waiting for a connection
  statementMs: 30 * secondMs,
  answerMs: 35 * secondMs, // longer than any statement; then the connection is closed
  announceMs: 5 * secondMs, // for notifying the other processes
  busyMs: 5 * secondMs, // waiting for the lock of SQLite that another program holds
  busyRetryMs: 10,
  silenceMs: 10 * secondMs, // before a TCP keep-alive
} as const;
