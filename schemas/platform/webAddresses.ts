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

/** Query name of the key of a page without scripts. */
export const linkKeyParam = 'key';

/** Query name of the account in the pages of its staff. */
export const staffAccountParam = 'acc';

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
  inbox: (accountId: string) => `/business?${staffAccountParam}=${part(accountId)}`,
  firmCases: (accountId: string) => `/business/cases?${staffAccountParam}=${part(accountId)}`,
  firmClients: (accountId: string) => `/business/clients?${staffAccountParam}=${part(accountId)}`,
  /** A page without scripts; without an account with the operator's text. */
  plainLegalText: (name: string, accountId: string, language: string) =>
    `/legal/${part(name)}${accountId && `/${part(accountId)}`}/text?language=${part(language)}`,
  legalTextPattern: '/legal/:legalText/:accountId',
  plainLegalTextPattern: '/legal/:legalText/:accountId/text',
  plainOperatorTextPattern: '/legal/:legalText/text',
  /** The page that creates the first firm, without scripts. */
  setUp: (token: string) => `/set-up/${part(token)}`,
  setUpPattern: '/set-up/:token',
  /** The page of a visitor's copy, without scripts; its PDF is below it. */
  formCopy: '/form-copy',
  /** The page that ends an account's mails to a client, without scripts. */
  stopNotifications: '/stop-notifications',
  externalForm: (processGuid: string) => `/externalform/${part(processGuid)}`,
  externalFormSucceed: (processGuid: string) => `${webAddresses.externalForm(processGuid)}/succeed`,
  publicPage: (family: GuidanceAddress['family'], accountIdentity: string): string =>
    `/${family}/${part(accountIdentity)}`,
  guidance: ({ family, accountIdentity, externalRequestKey }: GuidanceAddress) =>
    `${webAddresses.publicPage(family, accountIdentity)}/guidance/${part(externalRequestKey)}`,
  guidanceConfirmation: (address: GuidanceAddress): string =>
    `${webAddresses.guidance(address)}/confirmation-page`,
};

/** Patterns of the pages that the server renders without the web app. */
export const plainPagePatterns: readonly string[] = [
  webAddresses.plainLegalTextPattern,
  webAddresses.plainOperatorTextPattern,
  webAddresses.setUpPattern,
  webAddresses.formCopy,
  webAddresses.stopNotifications,
];
