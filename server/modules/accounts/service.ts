import { buffer } from 'node:stream/consumers';
import type { StatementHashes } from '#schemas/acceptances.ts';
import type { AccountContact } from '#schemas/accounts.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import type { UserData } from '#schemas/users.ts';
import { hashOfText } from '#server/db/hash.ts';
import type { AccountRow, Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Letterhead } from '#server/pdf/sheet.ts';
import * as repository from './repository.ts';

/** The account that something of ours belongs to. */
export const accountOf = (db: Db, { accountId }: { accountId: string }): Promise<AccountRow> =>
  repository.getAccount(db, accountId);

/** Where an account is reached. */
export const contactOf = ({ contact }: Pick<AccountRow, 'contact'>): AccountContact =>
  JSON.parse(contact) as AccountContact;

export type ToldWithLogin = Pick<UserData, 'accountIdsWithoutDashboard' | 'uniqueAccountKeys'>;

/** What a browser must know of a user's accounts before it shows anything. */
export async function toldWithLogin(db: Db, accountIds: readonly string[]): Promise<ToldWithLogin> {
  const accounts = await repository.listAccounts(db, accountIds);
  return {
    accountIdsWithoutDashboard: accounts
      .filter(({ isDashboardDisabled }) => isDashboardDisabled === 1)
      .map(({ id }) => id),
    uniqueAccountKeys: accounts.map(({ uniqueKey }) => uniqueKey),
  };
}

/** Which of these blobs are logos. */
export const logosAmong = repository.listLogos;

/** Address of a logo, null when the account has none. */
export function logoUrl(account: AccountRow, which: 'logo' | 'secondarylogo'): string | null {
  const key = which === 'logo' ? account.logoKey : account.secondaryLogoKey;
  return key && `/api/v2.0/e.consult.${account.id}/accounts/${which}`;
}

/** An account's logo as a PNG. One that cannot be read is none: better a letter without it than no letter. */
export const logoOf = async (
  { blobStore }: Deps,
  account: Pick<AccountRow, 'logoKey'> | undefined,
): Promise<Buffer | undefined> =>
  account?.logoKey
    ? blobStore
        .get(account.logoKey)
        .then(buffer)
        .catch(() => undefined)
    : undefined;

/** What makes a paper of an account's its own. */
export async function letterheadOf(deps: Deps, of: { accountId: string }): Promise<Letterhead> {
  const account = await accountOf(deps.db, of);
  return { color: account.primaryColor, logo: await logoOf(deps, account) };
}

/** Hosts that browsers may be sent to after a form, as the account has listed them. */
export const returnHostsOf = repository.listReturnHosts;

/** Replaces that list. */
export const setReturnHosts = (
  { db }: Deps,
  accountId: string,
  hosts: readonly string[],
): Promise<void> =>
  db
    .transaction()
    .execute((transaction) => repository.replaceReturnHosts(transaction, accountId, hosts));

/** Whether a browser may go there by itself: to the account's own website or to a listed host, over TLS. */
export async function isReturnAllowed(
  db: Db,
  account: AccountRow,
  address: string | null,
): Promise<boolean> {
  if (!address || !URL.canParse(address)) return false;
  const { host, hostname, protocol } = new URL(address);
  const { website } = contactOf(account);
  const own = URL.canParse(website) ? [new URL(website).host] : [];
  return (
    (protocol === 'https:' || hostname === 'localhost') &&
    [...own, ...(await returnHostsOf(db, account.id))].includes(host)
  );
}

/** Which texts of an account those are that can be accepted. */
export const statementHashesOf = ({
  terms,
  privacy,
}: Pick<AccountRow, 'terms' | 'privacy'>): StatementHashes => ({
  ...(terms === null ? {} : { agb: hashOfText(terms) }),
  ...(privacy === null ? {} : { datenschutz: hashOfText(privacy) }),
});

/** What must be accepted: terms and privacy, where the form asks for them and the account has the text. */
export const consentAskedBy = (definition: FormDefinition, account: AccountRow) => ({
  showAgb: Boolean(definition.showAgb && account.terms),
  showDatenschutz: Boolean(definition.showDatenschutz && account.privacy),
});
