import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import { listOffers } from '#server/forms/providerForms/service.ts';
import {
  getLogoUrl,
  getPublicPageElsewhere,
  type StoredAccount,
} from '#server/accounts/accounts/service.ts';

/** Returns the public data of a service provider. */
export async function readPublicInfo(
  deps: Deps,
  account: StoredAccount,
  language: Language,
): Promise<AccountPublicInfo> {
  const primaryLogoUrl = getLogoUrl(account, 'logo');
  const offers = await listOffers(deps, account, { headerLogoUrl: primaryLogoUrl, language });
  return {
    accountId: account.id,
    accountName: account.name,
    accountShortName: account.shortName,
    accountUniqueKey: account.uniqueKey,
    primaryColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl,
    secondaryLogoUrl: getLogoUrl(account, 'secondarylogo'),
    welcomeText: account.welcomeText,
    welcomeHeadline: account.welcomeHeadline,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    contact: account.contact,
    footerLinks: account.footerLinks,
    assistants: offers.assistants,
    publicPageElsewhere: await getPublicPageElsewhere(deps, account),
  };
}
