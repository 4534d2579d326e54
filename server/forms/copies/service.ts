import type { Language } from '#schemas/platform/common.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { copyLimits } from '#server/forms/limits.ts';
import { enqueueMail, findRecipient } from '#server/mail/mailOutbox/service.ts';
import { countCalls } from '#server/security/attemptCounters.ts';
import { buildCopyMail, type SentAnswers } from './copyMail.ts';

const buildOnceKey = (submissionId: string): string => `copy:${submissionId}`;

/** Returns the address to mail; undefined for a task, whose client reads the answers in the portal. */
function findAddress({ revision, submission }: SentAnswers): string | undefined {
  const { copy } = revision.definition;
  const isBot = submission.suspicions.includes('hiddenFieldFilled');
  if (!copy || submission.source === 'task' || isBot) return undefined;
  const value = submission.answers.find(({ elementId }) => elementId === copy.email)?.value;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the mailbox of an address, which may have capitals and a tag (`name+tag@host`). */
const getMailbox = (address: string): string =>
  address.toLowerCase().replace(/^([^+@]+)\+[^@]*/, '$1');

/** Names the counter of an account's copies. */
export const buildAccountCounter = (accountId: string): string => `copies of:${accountId}`;

/**
 * Counts a mail; false above the limit of its mailbox or account. One that its mailbox refuses does
 * not count for the account.
 */
async function takeMail(deps: Deps, db: Db, address: string, accountId: string) {
  const count = async (key: string) =>
    (await countCalls({ ...deps, db }, [key], minutesPerDay))[0]?.count ?? 0;
  if ((await count(`copies to:${getMailbox(address)}`)) > copyLimits.perAddressPerDay) return false;
  return (await count(buildAccountCounter(accountId))) <= copyLimits.perAccountPerDay;
}

/** Queues the copy of a visitor's answers if the form mails one, in the submission's transaction. */
export async function queueCopy(deps: Deps, db: Db, sent: SentAnswers): Promise<void> {
  const { id, accountId, language } = sent.submission;
  const email = findAddress(sent);
  if (email === undefined || !(await takeMail(deps, db, email, accountId))) return;
  await enqueueMail(deps, db, {
    accountId,
    language: language as Language,
    to: { email },
    onceKey: buildOnceKey(id),
    ...buildCopyMail(deps, sent),
  });
}

/** Hides an address from readers over the shoulder: `j•••@example.com`. */
const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${Array.from(address)[0] ?? ''}•••${address.slice(at)}`;
};

/** Returns the masked address that a copy is mailed to; null for none. */
export async function findCopyAddress(
  db: Db,
  { copy }: FormDefinition,
  submissionId: string,
): Promise<string | null> {
  const address = copy && (await findRecipient(db, buildOnceKey(submissionId)));
  return address === undefined ? null : maskAddress(address);
}
