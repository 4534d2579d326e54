import { matchPath } from 'react-router-dom';

/**
 * Access to a page (docs/behaviour/portal.md#routes). protected: any session; staff: a session with
 * username and password; byKey: an invitation key and no session; guest: no session; wizard: a
 * registration in progress; open: everyone.
 */
export type Access = 'protected' | 'staff' | 'byKey' | 'guest' | 'wizard' | 'open';

/**
 * Every address of the portal, its access, and whether a restricted phone may use it
 * (docs/behaviour/portal.md#phones).
 */
export const routes = {
  base: { pattern: '/', access: 'open', onPhone: true },
  login: { pattern: '/login/:hashUserKey?', access: 'guest', onPhone: true },
  loggedIn: { pattern: '/logged-in', access: 'open', onPhone: true },
  enterPin: { pattern: '/enter-pin/:hashUserKey?', access: 'byKey', onPhone: true },
  start: { pattern: '/start/:hashUserKey?', access: 'byKey', onPhone: true },
  registration: {
    pattern: '/registration/:hashUserKey?/:wizardPage?',
    access: 'wizard',
    onPhone: true,
  },
  postedRegistration: { pattern: '/registering/:hashUserKey', access: 'open', onPhone: true },
  forgetUsername: { pattern: '/forget-username', access: 'open', onPhone: true },
  forgetPassword: { pattern: '/forget-password', access: 'open', onPhone: true },
  forgetUsernameByKey: {
    pattern: '/login/:hashUserKey/forget-username',
    access: 'open',
    onPhone: true,
  },
  forgetPasswordByKey: {
    pattern: '/login/:hashUserKey/forget-password',
    access: 'open',
    onPhone: true,
  },
  resetPassword: { pattern: '/reset-password/:passwordKey', access: 'open', onPhone: true },
  resetPasswordDone: { pattern: '/reset-password-done', access: 'open', onPhone: true },
  dashboard: { pattern: '/dashboard', access: 'protected', onPhone: true },
  casesInEnglish: { pattern: '/cases/*', access: 'open', onPhone: true },
  cases: { pattern: '/akten', access: 'protected', onPhone: false },
  selectedCase: {
    pattern: '/akten/:akteIdHash/accounts/:accountId',
    access: 'protected',
    onPhone: true,
  },
  board: { pattern: '/board', access: 'staff', onPhone: false },
  inbox: { pattern: '/business', access: 'staff', onPhone: true },
  firmCases: { pattern: '/business/cases', access: 'staff', onPhone: true },
  clients: { pattern: '/business/clients', access: 'staff', onPhone: true },
  businessForms: { pattern: '/business/forms', access: 'staff', onPhone: false },
  businessForm: { pattern: '/business/forms/:formId', access: 'staff', onPhone: false },
  businessFormPreview: {
    pattern: '/business/forms/:formId/preview',
    access: 'staff',
    onPhone: false,
  },
  serviceProvider: { pattern: '/service-provider', access: 'protected', onPhone: false },
  settings: { pattern: '/settings/:selectedSetting?', access: 'protected', onPhone: true },
  publicPage: { pattern: '/page/:accountIdentity', access: 'open', onPhone: true },
  proudlyPresents: { pattern: '/proudly-presents/:accountIdentity', access: 'open', onPhone: true },
  business: { pattern: '/business-beschleunigen', access: 'open', onPhone: false },
  legalText: { pattern: '/legal/:legalText/:accountId?', access: 'open', onPhone: true },
  mobileNotice: { pattern: '/download-and-no-ragrets', access: 'open', onPhone: true },
  activateWithApp: { pattern: '/activate-with-app', access: 'open', onPhone: true },
  notFound: { pattern: '*', access: 'open', onPhone: true },
} as const satisfies Record<string, { pattern: string; access: Access; onPhone: boolean }>;

export type RouteName = keyof typeof routes;

/** Returns true for a page that needs a session. */
export const isProtected = (name: RouteName): boolean =>
  routes[name].access === 'protected' || routes[name].access === 'staff';

/** A matched route with its parameters. */
export type RouteMatch = {
  name: RouteName;
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** Path and query, to return to. */
  url: string;
};

/** Returns the decoded path. The build would drop a call without a use of its result. */
function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Matches an address. One with a broken escape is unknown, as on the server. */
export function matchRoute({ pathname, search }: { pathname: string; search: string }): RouteMatch {
  const path = decodePath(pathname) === undefined ? '/404' : pathname;
  for (const name of Object.keys(routes) as RouteName[]) {
    const match = matchPath({ path: routes[name].pattern, end: true }, path);
    if (match)
      return {
        name,
        params: match.params,
        query: new URLSearchParams(search),
        url: pathname + search,
      };
  }
  throw new Error('The last route takes every address');
}

/** Pages that a brand replaces: an address of the portal, or another site over TLS. */
export type PageRedirects = Partial<Record<RouteName, string>>;
