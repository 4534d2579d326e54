import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { parseFooterLinks } from '#server/accounts/looks/service.ts';
import { listOffers } from '#server/forms/providerForms/service.ts';
import { getPublicPageElsewhere } from '#server/accounts/accounts/service.ts';
import { getContact, getLogoUrl } from '#server/accounts/accounts/service.ts';

/** Returns the public data of a service provider. */
export async function readPublicInfo(deps: Deps, account: AccountRow): Promise<AccountPublicInfo> {
  return {
    accountId: account.id,
    accountName: account.name,
    accountShortName: account.shortName,
    accountUniqueKey: account.uniqueKey,
    primaryColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: getLogoUrl(account, 'logo'),
    secondaryLogoUrl: getLogoUrl(account, 'secondarylogo'),
    welcomeText: account.welcomeText,
    welcomeHeadline: account.welcomeHeadline,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    contact: getContact(account),
    footerLinks: parseFooterLinks(account),
    assistants: (await listOffers(deps, account, getLogoUrl(account, 'logo'))).assistants,
    publicPageElsewhere: await getPublicPageElsewhere(deps, account),
  };
}
