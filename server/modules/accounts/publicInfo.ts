import type { AccountPublicInfo } from '#schemas/accounts.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { footerLinksOf } from '#server/modules/looks/service.ts';
import { offersOf } from '#server/modules/providerForms/service.ts';
import { publicPageElsewhere } from './pages.ts';
import { contactOf, logoUrl } from './service.ts';

/** What everyone may know about a service provider (product.md §3, Account public info). */
export async function publicInfo(deps: Deps, account: AccountRow): Promise<AccountPublicInfo> {
  return {
    accountId: account.id,
    accountName: account.name,
    accountShortName: account.shortName,
    accountUniqueKey: account.uniqueKey,
    primaryColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: logoUrl(account, 'logo'),
    secondaryLogoUrl: logoUrl(account, 'secondarylogo'),
    welcomeText: account.welcomeText,
    welcomeHeadline: account.welcomeHeadline,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    contact: contactOf(account),
    footerLinks: footerLinksOf(account),
    assistants: (await offersOf(deps, account, logoUrl(account, 'logo'))).assistants,
    publicPageElsewhere: await publicPageElsewhere(deps, account),
  };
}
