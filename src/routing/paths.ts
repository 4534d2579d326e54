import { pageFamilies, staffAccountParam, webAddresses } from '#schemas/platform/webAddresses.ts';

export const wizardPages = ['welcome', 'login', 'username', 'password', 'done'] as const;
export type WizardPage = (typeof wizardPages)[number];
export const isStepBefore = (one: WizardPage, other: WizardPage): boolean =>
  wizardPages.indexOf(one) < wizardPages.indexOf(other);

const part = encodeURIComponent;
/** A path with an optional invitation key. */
const withKey = (path: string) => (hashUserKey?: string) =>
  hashUserKey === undefined ? path : `${path}/${part(hashUserKey)}`;

/** A query with the parameters that have a value. */
function formatQuery(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${part(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** Every address of the web app (docs/behaviour/portal.md#routes). */
export const paths = {
  base: () => '/',
  notFound: () => '/404',
  login: withKey('/login'),
  loggedIn: () => '/logged-in',
  enterPin: withKey('/enter-pin'),
  start: (hashUserKey?: string) =>
    hashUserKey === undefined ? '/start' : webAddresses.start(hashUserKey),
  registration: (hashUserKey: string, page?: WizardPage) =>
    `/registration/${part(hashUserKey)}${page ? `/${page}` : ''}`,
  postedRegistration: (hashUserKey: string) => `/registering/${part(hashUserKey)}`,
  forgetUsername: (hashUserKey?: string) =>
    hashUserKey === undefined ? '/forget-username' : `/login/${part(hashUserKey)}/forget-username`,
  forgetPassword: (hashUserKey?: string) =>
    hashUserKey === undefined ? '/forget-password' : `/login/${part(hashUserKey)}/forget-password`,
  resetPassword: webAddresses.resetPassword,
  resetPasswordDone: () => '/reset-password-done',
  dashboard: (accountId?: string) =>
    accountId === undefined
      ? '/dashboard'
      : `/dashboard?${dashboardAccountParam}=${part(accountId)}`,
  /** The list of cases on the dashboard of a restricted phone. */
  ownCases: (search?: string) =>
    `/dashboard${formatQuery({ [caseSearchParam]: search })}#${ownCasesAnchor}`,
  activation: (accountId: string) =>
    `/dashboard?${dashboardAccountParam}=${part(accountId)}&${activateModeParam}=1`,
  cases: () => '/akten',
  case: (akteIdHash: string, accountId = '', folderId?: string) =>
    webAddresses.case(akteIdHash, accountId) + formatQuery({ [folderParam]: folderId }),
  /** With a search, the cards that have its words. */
  board: (accountId?: string, search?: string) =>
    search === undefined
      ? `/board${formatQuery({ [staffAccountParam]: accountId })}`
      : `/board?${new URLSearchParams({ [staffAccountParam]: accountId ?? '', [boardSearchParam]: search })}`,
  /** With an item, the inbox with its record open. */
  inbox: (accountId?: string, itemId?: string) =>
    `/business${formatQuery({ [staffAccountParam]: accountId, [inboxItemParam]: itemId })}`,
  /** With a case, the list of the firm's cases with this one open. */
  firmCases: (accountId?: string, caseId?: string) =>
    `/business/cases${formatQuery({ [staffAccountParam]: accountId, [firmCaseParam]: caseId })}`,
  businessForms: (accountId?: string) =>
    `/business/forms${formatQuery({ [staffAccountParam]: accountId })}`,
  businessForm: (formId: string, accountId?: string) =>
    `/business/forms/${part(formId)}${formatQuery({ [staffAccountParam]: accountId })}`,
  businessFormPreview: (formId: string, accountId?: string) =>
    `/business/forms/${part(formId)}/preview${formatQuery({ [staffAccountParam]: accountId })}`,
  /** With a client, the list with their panel open. */
  clients: (accountId?: string, clientId?: string) =>
    `/business/clients${formatQuery({ [staffAccountParam]: accountId, [clientParam]: clientId })}`,
  serviceProvider: () => '/service-provider',
  settings: (selectedSetting?: string) =>
    selectedSetting === undefined ? '/settings' : `/settings/${part(selectedSetting)}`,
  legalText: (name: string, accountId?: string) =>
    `/legal/${part(name)}${accountId ? `/${part(accountId)}` : ''}`,
  mobileNotice: () => '/download-and-no-ragrets',
  activateWithApp: () => '/activate-with-app',
  externalForm: webAddresses.externalForm,
  externalFormSucceed: webAddresses.externalFormSucceed,
  guidance: webAddresses.guidance,
  guidanceConfirmation: webAddresses.guidanceConfirmation,
};

const guidancePatterns = pageFamilies.map(
  (family) => `/${family}/:accountIdentity/guidance/:externalRequestKey`,
);
/** Forms that visitors open by link. */
export const formPatterns = ['/externalform/:processGuid', ...guidancePatterns];
/** Pages shown after such a form was sent. */
export const sentPatterns = [
  '/externalform/:processGuid/succeed',
  ...guidancePatterns.map((pattern) => `${pattern}/confirmation-page`),
];

/** Query name of the shown page of a form, so that the browser's Back shows the page before. */
export const pageParam = 'page';

/** Builds the query for a form in a language, for pages without scripts. It keeps a prefill. */
export const languageParam = 'language';
export const formatLanguageLink = (language: string, prefill = ''): string =>
  `?${languageParam}=${language}${prefill && `&${prefill}`}`;

/** Links to the same thank-you page in a language, for a page without scripts. */
export const formatReceiptLink =
  (token: string) =>
  (language: string): string =>
    `${formatLanguageLink(language)}&receipt=${encodeURIComponent(token)}`;

export { staffAccountParam };

/** Query name of the open item of the inbox. */
export const inboxItemParam = 'item';

/** Query name of the open case of a firm. */
export const firmCaseParam = 'case';

/** Query name of the search on the board. */
export const boardSearchParam = 'q';

/** Query name of the open client of a firm. */
export const clientParam = 'client';

/** Query name of the open folder of a case. */
export const folderParam = 'fid';

/** Query name of the sidebar of a case (docs/behaviour/cases.md#views). */
export const caseSideParam = 'side';

/** Query name of the message to scroll to. */
export const messageParam = 'message';

/** Query name of the filter of a case's tasks. */
export const taskFilterParam = 'tasks';

/** Query name of the file of a case in the gallery. */
export const fileParam = 'file';

/** Query names of a message: ours, and those of favourites of a case or folder. */
export const messageParams = [messageParam, 'fmi', 'fmiof'] as const;

/** Query name of the search in a case's messages. */
export const messageSearchParam = 'find';

/** Query name of the search in the cases. */
export const caseSearchParam = 'asbh';

/** Query name of the account whose details the dashboard shows. */
export const dashboardAccountParam = 'accid';

/** Query name of whether that account is to be activated: 0 or 1. */
export const activateModeParam = 'activateMode';

/** Id of the cases on the dashboard of a restricted phone, which has no page for them. */
export const ownCasesAnchor = 'own-cases';
