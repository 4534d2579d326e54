import type { Acceptance, StatementHashes } from '#schemas/acceptances.ts';
import type { Language } from '#schemas/common.ts';
import type { AccountRow, Db } from '#server/db/schema.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { statementHashesOf } from '#server/modules/accounts/service.ts';
import { assertShown, keepTexts, listTexts } from '#server/modules/evidence/service.ts';
import * as repository from './repository.ts';

type Client = { accountId: string; userId: string };

/** What is wrong with an answer to an account's terms and privacy notice, as a sentence; nothing where it has neither. */
export const acceptanceError = (
  { terms, privacy }: Pick<AccountRow, 'terms' | 'privacy'>,
  isAccepted: boolean,
  language: Language,
): string | undefined =>
  isAccepted || (terms === null && privacy === null)
    ? undefined
    : textsIn(language)('acceptance.error', {});

type Accepted = {
  acceptedAt: string;
  /** which texts were shown */ shown: StatementHashes | undefined;
  /** the part of the call that says they are accepted */ field: string;
  language: Language;
};

/**
 * Notes that a client has accepted an account's texts as they stand in this transaction. Whoever has before stays with what it was then.
 * Throws `notFound` for nobody's client, and `statementsChanged` when others were shown.
 */
export async function accept(
  db: Db,
  { accountId, userId }: Client,
  { acceptedAt, shown = {}, field, language }: Accepted,
): Promise<void> {
  const account = await repository.findAccountOf(db, accountId, userId);
  if (!account) throw problem('notFound');
  if (account.acceptedAt !== null) return;
  const hashes = statementHashesOf(account);
  assertShown(hashes, shown, {
    fieldOf: { agb: field, datenschutz: field },
    sentence: textsIn(language)('acceptance.changed', {}),
  });
  await keepTexts(
    db,
    [account.terms, account.privacy].filter((text) => text !== null),
  );
  await repository.noteAcceptance(db, accountId, userId, {
    acceptedAt,
    termsHash: hashes.agb ?? null,
    privacyHash: hashes.datenschutz ?? null,
  });
}

/** What a client has accepted; throws `notFound` until they have, and for nobody's client. */
export async function acceptanceOf(db: Db, { accountId, userId }: Client): Promise<Acceptance> {
  const found = await repository.findAcceptance(db, accountId, userId);
  if (!found?.acceptedAt) throw problem('notFound');
  const { acceptedAt, termsHash, privacyHash } = found;
  const kept = new Map(
    (
      await listTexts(
        db,
        [termsHash, privacyHash].filter((hash) => hash !== null),
      )
    ).map(({ hash, text }) => [hash, text]),
  );
  const textOf = (kind: 'terms' | 'privacy', hash: string | null) =>
    hash === null ? [] : [{ kind, hash, text: kept.get(hash) ?? '' }];
  return { acceptedAt, texts: [...textOf('terms', termsHash), ...textOf('privacy', privacyHash)] };
}
