import type { Account } from '#schemas/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { UserCaller } from '#server/http/session.ts';
import { countSharedCases, countUnreadByAccount } from '#server/modules/cases/service.ts';
import { offersOf } from '#server/modules/providerForms/service.ts';
import { autoResponderOf } from './autoResponder.ts';
import { profileOf } from './profile.ts';
import { listAccountsOf } from './repository.ts';
import { contactOf, logoUrl, statementHashesOf } from './service.ts';

type Counts = Readonly<Record<'cases' | 'unread', ReadonlyMap<string, number>>>;

async function forClient(
  deps: Deps,
  account: Awaited<ReturnType<typeof listAccountsOf>>[number],
  { cases, unread }: Counts,
): Promise<Account> {
  const { contact: phone, fax = '', website, ...address } = contactOf(account);
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
    primaryLogoUrl: logoUrl(account, 'logo'),
    secondaryLogoUrl: logoUrl(account, 'secondarylogo'),
    categories: profileOf(account).categories,
    caseCount: cases.get(account.id) ?? 0,
    totalUnreadMessage: unread.get(account.id) ?? 0,
    autoResponderSetting: autoResponderOf(account),
    isActivated: account.acceptedAt !== null,
    isDashboardDisabled: account.isDashboardDisabled === 1,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    statementHashes: statementHashesOf(account),
    ...(await offersOf(deps, account, logoUrl(account, 'logo'))),
    ...(account.role ? { boardRole: account.role } : {}),
  };
}

/** The accounts that a session opens, each as its client sees it. */
export async function accountsOf(
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
