const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** A unique constraint was violated. */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_CONSTRAINT_UNIQUE', '23505']);

/** PostgreSQL cancelled a statement because of its timeout. */
export const isTooSlow = (error: unknown): boolean => hasCode(error, ['57014']);

/** A deadlock (40P01) or a serialization failure (40001). A retry may succeed. */
export const isRetryable = (error: unknown): boolean => hasCode(error, ['40P01', '40001']);
