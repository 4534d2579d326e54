/**
 * Returns 128 random bits as 32 hex digits, for example an Idempotency-Key. `crypto.randomUUID` is
 * missing on pages without TLS.
 */
export function generateKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
