const part = encodeURIComponent;

/** Two path families of the same public pages (docs/behaviour/portal.md#routes). */
export const pageFamilies = ['proudly-presents', 'page'] as const;
export type GuidanceAddress = {
  family: (typeof pageFamilies)[number];
  accountIdentity: string;
  externalRequestKey: string;
};

/** Query parameter of a case's tab. */
export const caseTabParam = 'tab';

/** Query parameter of the open task. */
export const taskParam = 'task';

/**
 * Paths of the web app that mails, SMS and the provider API contain
 * (docs/behaviour/portal.md#routes).
 */
export const webAddresses = {
  start: (hashUserKey: string) => `/start/${part(hashUserKey)}`,
  resetPassword: (passwordKey: string) => `/reset-password/${part(passwordKey)}`,
  case: (akteIdHash: string, accountId = '') =>
    `/akten/${part(akteIdHash)}/accounts/${part(accountId)}`,
  task: (akteIdHash: string, accountId: string, workflowKey: string) =>
    `${webAddresses.case(akteIdHash, accountId)}?${caseTabParam}=tasks` +
    `&${taskParam}=${part(workflowKey)}`,
  externalForm: (processGuid: string) => `/externalform/${part(processGuid)}`,
  publicPage: (family: GuidanceAddress['family'], accountIdentity: string): string =>
    `/${family}/${part(accountIdentity)}`,
  guidance: ({ family, accountIdentity, externalRequestKey }: GuidanceAddress) =>
    `${webAddresses.publicPage(family, accountIdentity)}/guidance/${part(externalRequestKey)}`,
};
