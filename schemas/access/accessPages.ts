import type { SecondFactorMethod } from '#schemas/access/sessions.ts';
import type { InvitationMetadata, PinChannel } from '#schemas/access/users.ts';
import type { ConsentName, PostedPortalForm } from '#schemas/forms/postedForms.ts';
import type { Language } from '#schemas/platform/common.ts';

/** Addresses of the pages before the login that the server renders. */
export const accessPages = {
  home: '/',
  login: '/login',
  loggedIn: '/logged-in',
  forgetPassword: '/forget-password',
  forgetUsername: '/forget-username',
  resetPassword: '/reset-password/:passwordKey',
  resetPasswordDone: '/reset-password-done',
  start: '/start/:hashUserKey',
  enterPin: '/enter-pin/:hashUserKey',
  loginByKey: '/login/:hashUserKey',
  forgetPasswordByKey: '/login/:hashUserKey/forget-password',
  forgetUsernameByKey: '/login/:hashUserKey/forget-username',
  postedRegistration: '/registering/:hashUserKey',
} as const;
export type AccessPage = keyof typeof accessPages;

/** Id of the element with the data of such a page. */
export const accessPageDataId = 'access-page-data';

/** Lockout of a login. */
export type LoginLock = { until: string; secondsLeft: number };

/** Second step of a login without scripts. */
export type SecondStepPage = {
  /** Sealed data of this step, which the page posts again. */
  state: string;
  challenge: string;
  username: string;
  methods: SecondFactorMethod[];
  method: SecondFactorMethod;
  lock?: LoginLock;
};

/** The user of a link for a new password, or why the link cannot be used. */
export type ResetLink = { username: string } | { refusal: string };

/** The invitation that a page shows. */
export type InvitedPage = {
  hashUserKey: string;
  invitation: InvitationMetadata;
  /** Sealed data of this page, which it posts again. */
  state?: string;
  /** Channel of the PIN that this browser has requested. */
  sent?: PinChannel;
  /** true when only a new PIN helps */
  isVoid?: true;
};

/** Step of a registration without scripts. */
export type RegistrationStep = {
  page: 'welcome' | 'username' | 'password' | 'login' | 'join' | 'done';
  /** the invited person */
  name: string;
  /** Hashes of the texts that were accepted. */
  accepted: InvitationMetadata['statementHashes'];
  /** Texts that were not accepted at the last attempt. */
  missing: readonly ConsentName[];
  username?: string;
  /** true when the client has added the provider to a login they had */
  hasJoined?: boolean;
};

/** State of one visitor's page, beyond the page that everybody gets. */
export type AccessPageState = {
  /** The page's form that was posted, and is shown again. */
  posted?: PostedPortalForm;
  /** Why the login starts over. */
  notice?: string;
  lock?: LoginLock;
  second?: SecondStepPage;
  /** true once the form was accepted */
  isDone?: true;
  link?: ResetLink;
  invited?: InvitedPage;
  /** Why a link of an invitation opens nothing. */
  refusal?: 'linkInvalid' | 'linkExpired';
  registration?: RegistrationStep;
};

/** Data of a page that the server has rendered. */
export type AccessPageData = AccessPageState & { page: AccessPage; language: Language };
