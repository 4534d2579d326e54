import { delMany, entries, get, keys, set } from './keyValues.ts';
import type { FormProcess, SubmissionResult } from '#schemas/forms/assistants.ts';
import { receiptLimits } from '#schemas/forms/limits.ts';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import { getServerNow, needsServerTime } from '#src/device/serverClock.ts';

/** The thank-you page. */
export type Thanks = Pick<
  FormProcess,
  'accountName' | 'headerLogoUrl' | 'theme' | 'resultText' | 'returnUrl'
> & {
  /** absent in drafts of an earlier version */ accountId?: string;
  /** redirects without a click */ isReturnAllowed?: boolean;
  /** false when the form was withdrawn meanwhile */ isFormOpen?: boolean;
};

/** Receipt of a submission, without answers. */
export type Receipt = Pick<SubmissionResult, 'submissionId' | 'reference' | 'submittedAt'> & {
  /** absent in receipts of an earlier version */ copyTo?: SubmissionResult['copyTo'];
};

/** Result; `wasSentBefore` when an earlier attempt arrived and its response was lost. */
export type Sent = { thanks: Thanks; wasSentBefore: boolean; receipt?: Receipt };

/** Sent answers, to read and print. */
export type Copy = Pick<SubmissionDetail, 'formElement' | 'answers' | 'revision'> & {
  /** The texts that the visitor accepted. */
  accepted: readonly ('agbAccepted' | 'datenschutzAccepted')[];
};

type KeptReceipt = { sent: Sent; copy: Copy; /** the server's time in ms */ keptAt: number };

const allPrefix = 'receipt:';
const getPrefix = (form: string): string => `${allPrefix}${form}:`;
const getKey = (form: string, submissionId: string): string => getPrefix(form) + submissionId;

const isExpired = ({ keptAt }: KeptReceipt): boolean =>
  getServerNow() - keptAt > receiptLimits.keptMs;

/** Compares by the server's time, because the clock of a device can be set back. */
const compareNewestFirst = ({ sent: one }: KeptReceipt, { sent: other }: KeptReceipt): number =>
  (other.receipt?.submittedAt ?? '').localeCompare(one.receipt?.submittedAt ?? '');

/** Stores thanks, number and copy on this device. Without IndexedDB a reload loses the copy. */
export async function saveReceipt(form: string, sent: Sent, copy: Copy): Promise<void> {
  if (!sent.receipt) return;
  const kept: KeptReceipt = { sent, copy, keptAt: getServerNow() };
  try {
    await set(getKey(form, sent.receipt.submissionId), kept);
  } catch {
    return;
  }
}

/** Loads a receipt, or the newest one of the form. */
export async function loadReceipt(
  form: string,
  submissionId?: string,
): Promise<KeptReceipt | undefined> {
  try {
    if (submissionId !== undefined) {
      const kept = await get<KeptReceipt>(getKey(form, submissionId));
      return kept && !isExpired(kept) ? kept : undefined;
    }
    const all = await entries<KeptReceipt>();
    return all
      .flatMap(([key, kept]) => (key.startsWith(getPrefix(form)) ? [kept] : []))
      .filter((kept) => !isExpired(kept))
      .sort(compareNewestFirst)[0];
  } catch {
    return undefined; // no IndexedDB
  }
}

async function deleteWhere(isMeant: (key: string) => Promise<boolean>): Promise<void> {
  try {
    const names = (await keys()).filter((key) => key.startsWith(allPrefix));
    const meant = await Promise.all(names.map((key) => isMeant(key)));
    await delMany(names.filter((_, index) => meant[index]));
  } catch {
    return; // no IndexedDB
  }
}

/** Deletes a receipt at the wish of the visitor. */
export const deleteReceipt = (form: string, submissionId: string): Promise<void> =>
  deleteWhere(async (key) => key === getKey(form, submissionId));

/** Deletes every receipt, at a logout. */
export const deleteAllReceipts = (): Promise<void> => deleteWhere(async () => true);

/** Deletes expired receipts of all forms; none while the server's time is not known. */
export async function deleteExpiredReceipts(): Promise<void> {
  if (needsServerTime()) return;
  await deleteWhere(async (key) => {
    const kept = await get<KeptReceipt>(key);
    return kept !== undefined && isExpired(kept);
  });
}
