import type { Account } from '#schemas/accounts/accounts.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import type { UserCaller } from '#server/http/session.ts';
import { countSharedCases, countUnreadByAccount } from '#server/cases/cases/service.ts';
import { listOffers } from '#server/forms/providerForms/service.ts';
import {
  getLogoUrl,
  hashStatements,
  listAccountsOf,
  readAutoResponder,
} from '#server/accounts/accounts/service.ts';

type Counts = Readonly<Record<'cases' | 'unread', ReadonlyMap<string, number>>>;

async function forClient(
  deps: Deps,
  account: Awaited<ReturnType<typeof listAccountsOf>>[number],
  { cases, unread }: Counts,
  language: Language,
): Promise<Account> {
  const primaryLogoUrl = getLogoUrl(account, 'logo');
  const { contact: phone, fax = '', website, openingHours, ...address } = account.contact;
  return {
    id: account.id,
    name: account.name,
    uniqueAccountKey: account.uniqueKey,
    address,
    phone,
    fax,
    website,
    ...(openingHours === undefined ? {} : { openingHours }),
    mainColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl,
    secondaryLogoUrl: getLogoUrl(account, 'secondarylogo'),
    categories: account.categories,
    caseCount: cases.get(account.id) ?? 0,
    totalUnreadMessage: unread.get(account.id) ?? 0,
    autoResponderSetting: readAutoResponder(account),
    isActivated: account.acceptedAt !== null,
    endedDate: account.endedAt,
    isInvitedAgain: account.endedAt !== null && account.invitationId !== null,
    isDashboardDisabled: account.isDashboardDisabled === 1,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    statementHashes: hashStatements(account),
    ...(await listOffers(deps, account, { headerLogoUrl: primaryLogoUrl, language })),
    ...(account.role ? { boardRole: account.role } : {}),
  };
}

/** Lists the session's accounts for the client, also those that are not activated. */
export async function listClientAccounts(
  deps: Deps,
  { userIds, allAccountIds }: Pick<UserCaller, 'userIds' | 'allAccountIds'>,
  language: Language,
): Promise<Account[]> {
  const [accounts, cases, unread] = await Promise.all([
    listAccountsOf(deps.db, userIds, allAccountIds, deps.clock.now().toISOString()),
    countSharedCases(deps.db, userIds),
    countUnreadByAccount(deps.db, userIds),
  ]);
  return Promise.all(
    accounts.map((account) => forClient(deps, account, { cases, unread }, language)),
  );
}
