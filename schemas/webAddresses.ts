const part = encodeURIComponent;

/** Two families of addresses lead to the same pages (product.md §2.1). */
export const pageFamilies = ['proudly-presents', 'page'] as const;
export type GuidanceAddress = {
  family: (typeof pageFamilies)[number];
  accountIdentity: string;
  externalRequestKey: string;
};

/** Query name of the part of a case that is shown. */
export const caseTabParam = 'tab';

/** Query name of the task of a case that is open. */
export const taskParam = 'task';

/** Addresses of the web app that mails, SMS and answers to providers lead to as well, as product.md §2.1 spells them; the portal's own follow behind its base. */
export const webAddresses = {
  start: (hashUserKey: string) => `/start/${part(hashUserKey)}`,
  resetPassword: (passwordKey: string) => `/reset-password/${part(passwordKey)}`,
  case: (akteIdHash: string, accountId = '') =>
    `/akten/${part(akteIdHash)}/accounts/${part(accountId)}`,
  task: (akteIdHash: string, accountId: string, workflowKey: string) =>
    `${webAddresses.case(akteIdHash, accountId)}?${caseTabParam}=tasks&${taskParam}=${part(workflowKey)}`,
  externalForm: (processGuid: string) => `/externalform/${part(processGuid)}`,
  publicPage: (family: GuidanceAddress['family'], accountIdentity: string): string =>
    `/${family}/${part(accountIdentity)}`,
  guidance: ({ family, accountIdentity, externalRequestKey }: GuidanceAddress) =>
    `${webAddresses.publicPage(family, accountIdentity)}/guidance/${part(externalRequestKey)}`,
};
