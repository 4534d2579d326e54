/** 128 random bits as text, for one user action. Not `crypto.randomUUID`: browsers keep that from pages without TLS. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
