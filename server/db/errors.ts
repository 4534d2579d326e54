const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** A unique constraint was violated. */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_CONSTRAINT_UNIQUE', '23505']);

/** For `.catch`: returns undefined for a violated constraint and throws any other error again. */
export function ignoreUniqueViolation(error: unknown): undefined {
  if (!isUniqueViolation(error)) throw error;
}

/**
 * PostgreSQL refused a value that the contract let through: a number out of range (22003), a text
 * with a NUL character (22021), or a text that is no value of the column's type (22P02).
 */
export const isRefusedValue = (error: unknown): boolean =>
  hasCode(error, ['22003', '22021', '22P02']);

/** PostgreSQL cancelled a statement because of its timeout. */
export const isTooSlow = (error: unknown): boolean => hasCode(error, ['57014']);

/** A deadlock (40P01) or a serialization failure (40001). A retry may succeed. */
export const isRetryable = (error: unknown): boolean => hasCode(error, ['40P01', '40001']);
