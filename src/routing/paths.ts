import {
  pageFamilies,
  webAddresses,
  type GuidanceAddress,
} from '#schemas/platform/webAddresses.ts';

export const wizardPages = ['welcome', 'username', 'password', 'done'] as const;
export type WizardPage = (typeof wizardPages)[number];
export const isStepBefore = (one: WizardPage, other: WizardPage): boolean =>
  wizardPages.indexOf(one) < wizardPages.indexOf(other);

const part = encodeURIComponent;
/** A path with an optional invitation key. */
const withKey = (path: string) => (hashUserKey?: string) =>
  hashUserKey === undefined ? path : `${path}/${part(hashUserKey)}`;

/** A query with one parameter, or none. */
const query = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `?${name}=${part(value)}`;

/** Every address of the web app (docs/behaviour/portal.md#routes). */
export const paths = {
  base: () => '/',
  notFound: () => '/404',
  login: withKey('/login'),
  enterPin: withKey('/enter-pin'),
  start: (hashUserKey?: string) =>
    hashUserKey === undefined ? '/start' : webAddresses.start(hashUserKey),
  registration: (hashUserKey: string, page?: WizardPage) =>
    `/registration/${part(hashUserKey)}${page ? `/${page}` : ''}`,
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
  cases: () => '/akten',
  case: (akteIdHash: string, accountId = '', folderId?: string) =>
    webAddresses.case(akteIdHash, accountId) + query(folderParam, folderId),
  board: () => '/board',
  businessForms: (accountId?: string) => `/business/forms${query(staffAccountParam, accountId)}`,
  businessForm: (formId: string, accountId?: string) =>
    `/business/forms/${part(formId)}${query(staffAccountParam, accountId)}`,
  businessFormPreview: (formId: string, accountId?: string) =>
    `/business/forms/${part(formId)}/preview${query(staffAccountParam, accountId)}`,
  serviceProvider: () => '/service-provider',
  settings: (selectedSetting?: string) =>
    selectedSetting === undefined ? '/settings' : `/settings/${part(selectedSetting)}`,
  legalText: (name: string, accountId?: string) =>
    `/legal/${part(name)}${accountId ? `/${part(accountId)}` : ''}`,
  mobileNotice: () => '/download-and-no-ragrets',
  activateWithApp: () => '/activate-with-app',
  externalForm: webAddresses.externalForm,
  externalFormSucceed: (processGuid: string) => `${webAddresses.externalForm(processGuid)}/succeed`,
  guidance: webAddresses.guidance,
  guidanceConfirmation: (address: GuidanceAddress): string =>
    `${paths.guidance(address)}/confirmation-page`,
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

/** Query name of the account on pages of its staff. */
export const staffAccountParam = 'acc';

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
