import type { Account } from '#schemas/accounts/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { UserCaller } from '#server/http/session.ts';
import { countSharedCases, countUnreadByAccount } from '#server/cases/cases/service.ts';
import { listOffers } from '#server/forms/providerForms/service.ts';
import { readAutoResponder } from '#server/accounts/accounts/service.ts';
import { getProfile } from '#server/accounts/accounts/service.ts';
import { listAccountsOf } from '#server/accounts/accounts/service.ts';
import { getContact, getLogoUrl, hashStatements } from '#server/accounts/accounts/service.ts';

type Counts = Readonly<Record<'cases' | 'unread', ReadonlyMap<string, number>>>;

async function forClient(
  deps: Deps,
  account: Awaited<ReturnType<typeof listAccountsOf>>[number],
  { cases, unread }: Counts,
): Promise<Account> {
  const { contact: phone, fax = '', website, ...address } = getContact(account);
  return {
    id: account.id,
    name: account.name,
    uniqueAccountKey: account.uniqueKey,
    address,
    phone,
    fax,
    website,
    mainColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: getLogoUrl(account, 'logo'),
    secondaryLogoUrl: getLogoUrl(account, 'secondarylogo'),
    categories: getProfile(account).categories,
    caseCount: cases.get(account.id) ?? 0,
    totalUnreadMessage: unread.get(account.id) ?? 0,
    autoResponderSetting: readAutoResponder(account),
    isActivated: account.acceptedAt !== null,
    isDashboardDisabled: account.isDashboardDisabled === 1,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    statementHashes: hashStatements(account),
    ...(await listOffers(deps, account, getLogoUrl(account, 'logo'))),
    ...(account.role ? { boardRole: account.role } : {}),
  };
}

/** Lists the session's accounts for the client. */
export async function listClientAccounts(
  deps: Deps,
  { userId, accountIds }: Pick<UserCaller, 'userId' | 'accountIds'>,
): Promise<Account[]> {
  const [accounts, cases, unread] = await Promise.all([
    listAccountsOf(deps.db, userId, accountIds),
    countSharedCases(deps.db, userId),
    countUnreadByAccount(deps.db, userId),
  ]);
  return Promise.all(accounts.map((account) => forClient(deps, account, { cases, unread })));
}
