import { buffer } from 'node:stream/consumers';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import { hashOfText } from '#server/db/hash.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Letterhead } from '#server/pdf/sheet.ts';
import { describeCause, warnOnce } from '#server/http/logging.ts';
import { createProblem } from '#server/problem.ts';
import * as repository from './repository.ts';
import type { StoredAccount } from './repository.ts';

export { readAutoResponder } from './autoResponder.ts';
export {
  buildFirmKey,
  createFirm,
  isFirmKey,
  getFirm,
  hasFirms,
  listFirms,
  setFirmDisabled,
} from './firms.ts';
export { getPublicPageElsewhere } from './pages.ts';
export { getProfile, setProfile } from './profile.ts';
export { isReturnAllowed, listReturnHosts, setReturnHosts } from './returnHosts.ts';
export { findAccount, findAccountByKey, listAccountsOf } from './repository.ts';
export type { StoredAccount } from './repository.ts';

/** Returns the account; throws `notFound` for an unknown id. */
export async function getKnownAccount({ db }: Deps, id: string): Promise<StoredAccount> {
  const account = await repository.findAccount(db, id);
  if (!account) throw createProblem('notFound');
  return account;
}

/** Returns the account that a row references. */
export const getAccount = (db: Db, { accountId }: { accountId: string }): Promise<StoredAccount> =>
  repository.getAccount(db, accountId);

export type LoginData = { accountIdsWithoutDashboard: string[]; uniqueAccountKeys: string[] };

/** Returns the data of a user's accounts that the browser needs for its first page. */
export async function getLoginData(db: Db, accountIds: readonly string[]): Promise<LoginData> {
  const accounts = await repository.listAccounts(db, accountIds);
  return {
    accountIdsWithoutDashboard: accounts
      .filter(({ isDashboardDisabled }) => isDashboardDisabled === 1)
      .map(({ id }) => id),
    uniqueAccountKeys: accounts.map(({ uniqueKey }) => uniqueKey),
  };
}

/** Filters blobs that are logos. */
export const listLogos = repository.listLogos;

/** Returns the path of a logo; null without one. */
export function getLogoUrl(account: StoredAccount, which: 'logo' | 'secondarylogo'): string | null {
  const key = which === 'logo' ? account.logoKey : account.secondaryLogoKey;
  return key && `/api/v2.0/e.consult.${account.id}/accounts/${which}`;
}

/**
 * Reads an account's logo (PNG). Returns undefined and logs the cause if the store fails, because
 * a mail or PDF without its logo is better than none.
 */
export async function readLogo(
  { blobStore, log }: Deps,
  account: Pick<StoredAccount, 'logoKey'> | undefined,
): Promise<Buffer | undefined> {
  if (!account?.logoKey) return undefined;
  try {
    return await buffer(await blobStore.get(account.logoKey));
  } catch (error) {
    warnOnce(
      log,
      describeCause(error),
      'a logo cannot be read: mails and PDFs are sent without it',
    );
    return undefined;
  }
}

/** Returns colour and logo for an account's PDFs. */
export async function getLetterhead(deps: Deps, of: { accountId: string }): Promise<Letterhead> {
  const account = await getAccount(deps.db, of);
  return { color: account.primaryColor, logo: await readLogo(deps, account) };
}

/** Hashes the texts of an account that can be accepted. */
export const hashStatements = ({
  terms,
  privacy,
}: Pick<StoredAccount, 'terms' | 'privacy'>): StatementHashes => ({
  ...(terms === null ? {} : { agb: hashOfText(terms) }),
  ...(privacy === null ? {} : { datenschutz: hashOfText(privacy) }),
});

/**
 * Returns the texts to accept: terms and privacy, if the form requires them and the account has
 * them.
 */
export const getRequiredConsents = (
  definition: { showAgb?: boolean; showDatenschutz?: boolean },
  account: StoredAccount,
) => ({
  showAgb: Boolean(definition.showAgb && account.terms),
  showDatenschutz: Boolean(definition.showDatenschutz && account.privacy),
});
