import type { Acceptance } from '#schemas/access/acceptances.ts';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { AccountRow, Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { hashStatements } from '#server/accounts/accounts/service.ts';
import { queueFirmClientEvents } from '#server/accounts/staff/service.ts';
import type { QueueEvent } from '#server/events/service.ts';
import { assertShown, storeTexts, listTexts } from '#server/forms/evidence/service.ts';
import * as repository from './repository.ts';

type Client = { accountId: string; userId: string };

/**
 * Returns the error text for an answer to terms and privacy notice; undefined without an error, or
 * without texts.
 */
export const getAcceptanceError = (
  { terms, privacy }: Pick<AccountRow, 'terms' | 'privacy'>,
  isAccepted: boolean,
  language: Language,
): string | undefined =>
  isAccepted || (terms === null && privacy === null)
    ? undefined
    : getTexts(language)('acceptance.error', {});

type Accepted = {
  acceptedAt: string;
  /** hashes of the texts shown */ shown: StatementHashes | undefined;
  /** the field of the request that contains the acceptance */ field: string;
  language: Language;
};

/**
 * Stores the acceptance of an account's texts in their current state. Keeps an earlier one. Throws
 * `notFound` for a user who is not a client, `invalidInput` without hashes of the shown texts, and
 * `statementsChanged` if other texts were shown.
 */
export async function accept(
  db: Db,
  { accountId, userId }: Client,
  { acceptedAt, shown, field, language }: Accepted,
): Promise<void> {
  const account = await repository.findAccountOf(db, accountId, userId);
  if (!account) throw createProblem('notFound');
  if (account.acceptedAt !== null) return;
  const hashes = hashStatements(account);
  assertShown(hashes, shown, {
    fieldOf: { agb: field, datenschutz: field },
    sentence: getTexts(language)('acceptance.changed', {}),
    language,
  });
  await storeTexts(
    db,
    [account.terms, account.privacy].filter((text) => text !== null),
  );
  await repository.storeAcceptance(db, accountId, userId, {
    acceptedAt,
    termsHash: hashes.agb ?? null,
    privacyHash: hashes.datenschutz ?? null,
  });
}

/**
 * Returns a client's acceptance; throws `notFound` without one, and for a user who is not a client.
 */
export async function readAcceptance(db: Db, { accountId, userId }: Client): Promise<Acceptance> {
  const found = await repository.findAcceptance(db, accountId, userId);
  if (!found?.acceptedAt) throw createProblem('notFound');
  const { acceptedAt, termsHash, privacyHash } = found;
  const kept = new Map(
    (
      await listTexts(
        db,
        [termsHash, privacyHash].filter((hash) => hash !== null),
      )
    ).map(({ hash, text }) => [hash, text]),
  );
  const getText = (kind: 'terms' | 'privacy', hash: string | null) =>
    hash === null ? [] : [{ kind, hash, text: kept.get(hash) ?? '' }];
  return {
    acceptedAt,
    texts: [...getText('terms', termsHash), ...getText('privacy', privacyHash)],
  };
}

/**
 * Resumes a relation that has ended, in the caller's transaction; the client accepts the texts
 * afterwards. Throws `relationEnded` unless the account has invited the client again.
 */
export async function resumeRelation(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  queueEvent: QueueEvent,
  client: Client,
): Promise<void> {
  const { accountId, userId } = client;
  const now = clock.now().toISOString();
  if (!(await repository.findOpenInvitation(db, client, now))) throw createProblem('relationEnded');
  if (!(await repository.resume(db, client))) return;
  await queueFirmClientEvents(db, queueEvent, accountId);
  queueEvent.forPrograms(accountId, { type: 'client.resumed', data: { userId } });
}

/** Resumes the relation to a client without a login, whose registration accepts the texts. */
export async function resumeUnregistered(db: Db, client: Client): Promise<void> {
  await repository.resume(db, client);
}
