/** Every address of the web app, spelled as product.md §2.1 spells it. */
export const paths = {
  base: () => '/',
  notFound: () => '/404',
  externalForm: (processGuid: string) => `/externalform/${encodeURIComponent(processGuid)}`,
  externalFormSucceed: (processGuid: string) => `/externalform/${encodeURIComponent(processGuid)}/succeed`,
  /** Two families of addresses lead to the same pages (product.md §2.1). */
  guidance: ({ family, accountIdentity, externalRequestKey }: GuidanceAddress) => `/${family}/${encodeURIComponent(accountIdentity)}/guidance/${encodeURIComponent(externalRequestKey)}`,
  guidanceConfirmation: (address: GuidanceAddress): string => `${paths.guidance(address)}/confirmation-page`,
};

export const pageFamilies = ['proudly-presents', 'page'] as const;
export type GuidanceAddress = { family: (typeof pageFamilies)[number]; accountIdentity: string; externalRequestKey: string };

/** Query name of the page of a form that is shown, so that the browser's own Back leads to the page before. */
export const pageParam = 'page';
