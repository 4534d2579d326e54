import { readPublicConfig } from '#src/api/client/config.ts';
import { loadReceipt } from '#src/device/indexedDb/receipts.ts';

/**
 * Loads a receipt of this device, or the newest one of the form. A device whose clock is ahead takes
 * it for expired until the server's time is known, so it looks twice.
 */
export async function findReceipt(
  form: string,
  submissionId?: string,
): ReturnType<typeof loadReceipt> {
  const kept = await loadReceipt(form, submissionId);
  if (kept) return kept;
  await readPublicConfig().catch(() => undefined); // its response has the server's time
  return loadReceipt(form, submissionId);
}
