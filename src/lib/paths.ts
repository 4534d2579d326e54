import { pageFamilies, webAddresses, type GuidanceAddress } from '#schemas/webAddresses.ts';

export const wizardPages = ['welcome', 'username', 'password', 'done'] as const;
export type WizardPage = (typeof wizardPages)[number];
export const isStepBefore = (one: WizardPage, other: WizardPage): boolean =>
  wizardPages.indexOf(one) < wizardPages.indexOf(other);

const part = encodeURIComponent;
/** An address that also exists with an invitation's key behind it. */
const withKey = (path: string) => (hashUserKey?: string) =>
  hashUserKey === undefined ? path : `${path}/${part(hashUserKey)}`;

/** Every address of the web app, spelled as product.md §2.1 spells it. */
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
    `${webAddresses.case(akteIdHash, accountId)}${folderId === undefined ? '' : `?${folderParam}=${part(folderId)}`}`,
  board: () => '/board',
  businessForms: (accountId?: string) =>
    `/business/forms${accountId === undefined ? '' : `?${staffAccountParam}=${part(accountId)}`}`,
  businessForm: (formId: string, accountId?: string) =>
    `/business/forms/${part(formId)}${accountId === undefined ? '' : `?${staffAccountParam}=${part(accountId)}`}`,
  businessFormPreview: (formId: string, accountId?: string) =>
    `/business/forms/${part(formId)}/preview${accountId === undefined ? '' : `?${staffAccountParam}=${part(accountId)}`}`,
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
/** Where they are led once they have sent one. */
export const sentPatterns = [
  '/externalform/:processGuid/succeed',
  ...guidancePatterns.map((pattern) => `${pattern}/confirmation-page`),
];

/** Query name of the page of a form that is shown, so that the browser's own Back leads to the page before. */
export const pageParam = 'page';

/** Query name of the account that somebody works for, on the pages of its staff. */
export const staffAccountParam = 'acc';

/** Query name of the folder of a case that is open (product.md §2.2). */
export const folderParam = 'fid';

/** Query name of what stands beside a case; its values are product.md §2.5's sidebar keys. */
export const caseSideParam = 'side';

/** Query name of the message to have in view. */
export const messageParam = 'message';

/** Query name of which tasks of a case are listed. */
export const taskFilterParam = 'tasks';

/** Query name of the file of a case that is shown over everything else. */
export const fileParam = 'file';

/** Query names under which an address leads to a message: ours, and product.md §2.2's for a favourite of a case or of a folder. */
export const messageParams = [messageParam, 'fmi', 'fmiof'] as const;

/** Query name of what a case's messages are searched for. */
export const messageSearchParam = 'find';

/** Query name of what the cases are searched for (product.md §2.2). */
export const caseSearchParam = 'asbh';

/** Query name of the account that the dashboard shows the details of (product.md §2.2). */
export const dashboardAccountParam = 'accid';

/** Query name of whether that account is to be activated: 0 or 1 (product.md §2.2). */
export const activateModeParam = 'activateMode';

/** Where on the dashboard the cases stand, of a phone that has no page for their list. */
export const ownCasesAnchor = 'own-cases';
