import type { AccessPage, AccessPageData } from '#schemas/access/accessPages.ts';
import type { PortalFormName } from '#src/forms/portalForms.ts';

/** Loads the portal with one of its pages. */
const loadPortal = (page: Promise<unknown>) =>
  Promise.all([import('#src/app/PortalApp.tsx'), page]);
const loadForgotPage = () => loadPortal(import('#src/features/access/credentials/ForgotPage.tsx'));

type PortalPage = {
  load: () => Promise<unknown>;
  findForm: (data: AccessPageData | undefined) => PortalFormName | undefined;
};

function findLoginForm(data: AccessPageData | undefined): PortalFormName {
  const { method } = data?.second ?? {};
  if (method === undefined) return 'login';
  return method === 'totp' ? 'secondFactor' : 'recoveryCode';
}

const pages: Readonly<Record<AccessPage, PortalPage>> = {
  home: { load: () => import('#src/app/PortalApp.tsx'), findForm: () => undefined },
  login: {
    load: () => loadPortal(import('#src/features/access/login/LoginPage.tsx')),
    findForm: findLoginForm,
  },
  loginByKey: {
    load: () => loadPortal(import('#src/features/access/login/LoginPage.tsx')),
    findForm: findLoginForm,
  },
  start: {
    load: () => loadPortal(import('#src/features/access/pin/RequestPinPage.tsx')),
    findForm: () => undefined,
  },
  enterPin: {
    load: () => loadPortal(import('#src/features/access/pin/EnterPinPage.tsx')),
    findForm: () => 'enterPin',
  },
  postedRegistration: {
    load: () => loadPortal(import('#src/features/access/registration/PostedRegistrationPage.tsx')),
    findForm: (data) => {
      const { page } = data?.registration ?? {};
      if (page === 'username') return 'registrationUsername';
      if (page === 'login') return findLoginForm(data);
      return page === 'password' ? 'registrationPassword' : undefined;
    },
  },
  loggedIn: {
    load: () => loadPortal(import('#src/features/access/login/LoggedInPage.tsx')),
    findForm: () => undefined,
  },
  forgetPassword: { load: loadForgotPage, findForm: () => 'forgotPassword' },
  forgetUsername: { load: loadForgotPage, findForm: () => 'forgotUsername' },
  forgetPasswordByKey: { load: loadForgotPage, findForm: () => 'forgotPassword' },
  forgetUsernameByKey: { load: loadForgotPage, findForm: () => 'forgotUsername' },
  resetPassword: {
    load: () => loadPortal(import('#src/features/access/credentials/ResetPasswordPage.tsx')),
    findForm: () => 'resetPassword',
  },
  resetPasswordDone: {
    load: () => loadPortal(import('#src/features/access/credentials/ResetDonePage.tsx')),
    findForm: () => undefined,
  },
};

/** Code of the portal's pages, and their forms. */
export const portalPages: Readonly<Partial<Record<string, PortalPage>>> = pages;
