import type { UserData } from '#schemas/access/users.ts';
import {
  activateModeParam,
  caseSearchParam,
  dashboardAccountParam,
  paths,
  type WizardPage,
} from './paths.ts';
import {
  isProtected,
  matchRoute,
  routes,
  type Access,
  type PageRedirects,
  type RouteMatch,
  type RouteName,
} from './routes.ts';

/**
 * The state of an invitation's key: loading, invalid, or its user
 * (docs/behaviour/access.md#invitations).
 */
export type InvitationState =
  | 'loading'
  | 'failed'
  | {
      userStatus: 0 | 1;
      userRegistered: boolean;
      /** for another user than those who are logged in */ isForeign: boolean;
    };

/** The input of the guards. */
export type GuardState = {
  /** logged in with username and password */
  registered: boolean;
  /** logged in by PIN, with the key of the invitation */
  unregistered: boolean;
  /** The session has expired while the user works: the page stays under a login dialog. */
  isInterrupted: boolean;
  /** The invitation key of an expired PIN session. */
  endedPin: string | undefined;
  /** Logged out on purpose: there is no page to return to. */
  hasLoggedOut: boolean;
  returnUrl: string | undefined;
  push: { to: 'dashboard' } | { to: 'page'; url: string } | undefined;
  /** a phone on a server that restricts phones */
  isRestrictedPhone: boolean;
  /** undefined: unknown or logged out */
  accountIds: readonly string[] | undefined;
  accountsWithoutDashboard: readonly string[];
  /** Redirects of a customer's brand. */
  brandRedirects: PageRedirects;
  /** of the provider in the address */
  publicPage: 'loading' | 'here' | { elsewhere: string };
  /** of the key in the address */
  invitation: InvitationState;
  /** The key of an invitation for another user that this user accepts with their own login. */
  acceptedKey: string | undefined;
  /** the registration in progress and its page */
  wizard: { hashUserKey: string; page: WizardPage; userStatus: 0 | 1 } | undefined;
};

export type Verdict =
  | { go: string; remembering?: true }
  | { leaveFor: string }
  | { show: 'forbidden' | 'waiting' | 'otherLogin' };

type Rule = {
  is: string;
  when: (state: GuardState, route: RouteMatch) => boolean;
  then: (state: GuardState, route: RouteMatch) => Verdict;
};

const needs = (route: RouteMatch, ...access: Access[]): boolean =>
  access.includes(routes[route.name].access);
const isAt = (route: RouteMatch, ...names: RouteName[]): boolean => names.includes(route.name);
const isLoggedIn = ({ registered, unregistered }: GuardState): boolean =>
  registered || unregistered;
const getKey = ({ params }: RouteMatch): string => params['hashUserKey'] ?? '';
const back = ({ returnUrl }: GuardState, { url }: RouteMatch): Verdict => ({
  go: returnUrl === undefined || returnUrl === url ? paths.dashboard() : returnUrl,
});
const isKnown = ({ invitation }: GuardState): boolean =>
  typeof invitation === 'object' && (invitation.userRegistered || invitation.userStatus !== 0);
/** Only a new invitation can be accepted, and the login by its key is for its own user. */
const isAccepted = (state: GuardState, route: RouteMatch): boolean =>
  needs(route, 'byKey') && !isKnown(state) && state.acceptedKey === getKey(route);
const isOwn = ({ wizard }: GuardState, route: RouteMatch): boolean =>
  wizard?.hashUserKey === getKey(route);
const getCurrentPage = ({ wizard }: GuardState): WizardPage =>
  wizard?.userStatus === 0 ? wizard.page : 'done';

const isOwnAddress = (to: string): boolean => to.startsWith('/');
const findRouteName = (to: string): RouteName => matchRoute({ pathname: to, search: '' }).name;

export const publicPages = ['publicPage', 'proudlyPresents'] as const satisfies RouteName[];

/** Returns true for pages that show an invitation; the login shows one if there is a key. */
export const needsInvitation = (route: RouteMatch): boolean =>
  needs(route, 'byKey') ||
  (isAt(route, 'login', 'forgetUsernameByKey', 'forgetPasswordByKey') && getKey(route) !== '');

/**
 * Returns true if an invitation is for none of the users who are logged in. A provider that a login
 * has joined knows the user by an id of its own.
 */
export const isForeign = (
  invitedId: string,
  users: readonly Pick<UserData, 'userId' | 'clientIds'>[],
): boolean =>
  users.length > 0 &&
  !users.some(
    // absent in sessions stored by an earlier version
    ({ userId, clientIds = {} }) => [userId, ...Object.values(clientIds)].includes(invitedId),
  );

/**
 * Returns true if the account has no dashboard; without an account in the address, if none has one.
 * A restricted phone keeps the dashboard, because the list of cases needs a wide screen.
 */
export const isDashboardDisabled = (
  { isRestrictedPhone, accountIds = [], accountsWithoutDashboard }: GuardState,
  accountId: string | null,
): boolean =>
  !isRestrictedPhone &&
  accountIds.length > 0 &&
  (accountId === null ? accountIds : [accountId]).every((id) =>
    accountsWithoutDashboard.includes(id),
  );

/** The first rule that applies decides (docs/behaviour/portal.md#redirects). */
const rules: readonly Rule[] = [
  {
    is: '/cases is another name of /akten',
    when: (_, route) => isAt(route, 'casesInEnglish'),
    then: (_, { url }) => ({ go: url.replace(/^\/cases/i, paths.cases()) }),
  },
  {
    is: 'a customer’s own portal may redirect, but no phone to a forbidden page',
    when: ({ brandRedirects, isRestrictedPhone }, { name }) => {
      const to = brandRedirects[name];
      return (
        to !== undefined &&
        !(isRestrictedPhone && isOwnAddress(to) && !routes[findRouteName(to)].onPhone)
      );
    },
    then: ({ brandRedirects }, { name }) => {
      const to = brandRedirects[name] ?? paths.base();
      return isOwnAddress(to) ? { go: to } : { leaveFor: to };
    },
  },
  {
    is: 'a restricted phone is redirected from the list of cases to that of the dashboard',
    when: (state, route) => state.isRestrictedPhone && isLoggedIn(state) && isAt(route, 'cases'),
    then: (_, { query }) => ({ go: paths.ownCases(query.get(caseSearchParam) ?? undefined) }),
  },
  {
    is: 'a restricted phone is redirected to the notice',
    when: (state, route) => state.isRestrictedPhone && !routes[route.name].onPhone,
    then: () => ({ go: paths.mobileNotice() }),
  },
  {
    is: 'only phones see the notices for phones',
    when: (state, route) =>
      !state.isRestrictedPhone && isAt(route, 'mobileNotice', 'activateWithApp'),
    then: () => ({ go: paths.base() }),
  },
  {
    is: 'a pushed page is shown, and the current one is the return URL',
    when: ({ push }, { url }) => push?.to === 'page' && push.url !== url,
    then: ({ push }) => ({ go: push?.to === 'page' ? push.url : paths.base(), remembering: true }),
  },
  {
    is: 'a push to the dashboard redirects',
    when: (state, route) =>
      state.push?.to === 'dashboard' && isLoggedIn(state) && !isAt(route, 'dashboard'),
    then: () => ({ go: paths.dashboard() }),
  },
  {
    is: 'an expired PIN session asks for a PIN and returns to the page',
    when: (state, route) =>
      isProtected(route.name) &&
      !isLoggedIn(state) &&
      !state.isInterrupted &&
      state.endedPin !== undefined,
    then: ({ endedPin = '' }) => ({ go: paths.start(endedPin), remembering: true }),
  },
  {
    is: 'a protected page redirects to the login and back',
    when: (state, route) => isProtected(route.name) && !isLoggedIn(state) && !state.isInterrupted,
    then: ({ hasLoggedOut }) => ({
      go: paths.login(),
      ...(hasLoggedOut ? {} : { remembering: true }),
    }),
  },
  {
    is: 'a page of the staff redirects a PIN session to the login and back',
    when: ({ registered, unregistered }, route) =>
      needs(route, 'staff') && unregistered && !registered,
    then: () => ({ go: paths.login(), remembering: true }),
  },
  {
    is: 'a user without an account is forbidden',
    when: (state, route) => isProtected(route.name) && state.accountIds?.length === 0,
    then: () => ({ go: paths.base() }),
  },
  {
    is: 'the start page redirects a client to the dashboard',
    when: (state, route) =>
      isAt(route, 'base') && isLoggedIn(state) && state.accountIds?.length !== 0,
    then: () => ({ go: paths.dashboard() }),
  },
  {
    is: 'a page by key without a key is forbidden',
    when: (_, route) => needs(route, 'byKey') && !getKey(route),
    then: () => ({ show: 'forbidden' }),
  },
  {
    is: 'an invitation is loaded first',
    when: ({ invitation }, route) => needsInvitation(route) && invitation === 'loading',
    then: () => ({ show: 'waiting' }),
  },
  {
    is: 'an invitation for another user shows who is logged in, until they accept it',
    when: (state, route) =>
      isAt(route, 'start', 'enterPin', 'login') &&
      typeof state.invitation === 'object' &&
      state.invitation.isForeign &&
      !isAccepted(state, route),
    then: () => ({ show: 'otherLogin' }),
  },
  {
    is: 'the login shows who is logged in by PIN, unless its key is theirs',
    when: ({ registered, unregistered, invitation }, route) =>
      isAt(route, 'login') && unregistered && !registered && typeof invitation !== 'object',
    then: () => ({ show: 'otherLogin' }),
  },
  {
    is: 'a user with both sessions is redirected to the dashboard',
    when: (state, route) => needs(route, 'guest') && state.registered && state.unregistered,
    then: () => ({ go: paths.dashboard() }),
  },
  {
    is: 'a user with a session is redirected to the return URL or the dashboard',
    when: (state, route) => needs(route, 'guest') && isLoggedIn(state),
    then: back,
  },
  {
    is: 'a login opens no used key; a new one may add an account to it',
    when: (state, route) => needs(route, 'byKey') && state.registered && isKnown(state),
    then: back,
  },
  {
    is: 'an invalid key is forbidden',
    when: ({ invitation }, route) => needs(route, 'byKey') && invitation === 'failed',
    then: () => ({ show: 'forbidden' }),
  },
  {
    is: 'a registered user is redirected to the login',
    when: (state, route) => needs(route, 'byKey') && isKnown(state),
    then: (_, route) => ({ go: paths.login(getKey(route)) }),
  },
  {
    is: 'a new PIN session returns to the page of the expired one',
    when: (state, route) =>
      needs(route, 'byKey') &&
      state.unregistered &&
      isOwn(state, route) &&
      state.returnUrl !== undefined,
    then: back,
  },
  {
    is: 'a PIN session continues with the registration',
    when: (state, route) => needs(route, 'byKey') && state.unregistered && isOwn(state, route),
    then: (_, route) => ({ go: paths.registration(getKey(route), 'welcome') }),
  },
  {
    is: 'a registration that has not begun redirects to the start',
    when: ({ wizard }, route) => needs(route, 'wizard') && wizard === undefined,
    then: () => ({ go: paths.base() }),
  },
  {
    is: 'a registration with an expired session asks for a PIN',
    when: (state, route) =>
      needs(route, 'wizard') && !state.unregistered && getCurrentPage(state) !== 'done',
    then: ({ wizard }) => ({ go: paths.start(wizard?.hashUserKey ?? '') }),
  },
  {
    is: 'the registration shows its current step',
    when: (state, route) =>
      needs(route, 'wizard') &&
      (route.params['wizardPage'] !== getCurrentPage(state) || !isOwn(state, route)),
    then: (state) => ({
      go: paths.registration(state.wizard?.hashUserKey ?? '', getCurrentPage(state)),
    }),
  },
  {
    is: 'another account’s dashboard is not shown',
    when: ({ accountIds }, route) =>
      isAt(route, 'dashboard') &&
      accountIds !== undefined &&
      ![null, ...accountIds].includes(route.query.get(dashboardAccountParam)),
    then: back,
  },
  {
    is: 'an account may do without the dashboard, except for its activation',
    when: (state, route) =>
      isAt(route, 'dashboard') &&
      route.query.get(activateModeParam) !== '1' &&
      isDashboardDisabled(state, route.query.get(dashboardAccountParam)),
    then: () => ({ go: paths.cases() }),
  },
  {
    is: 'the address of a public page is loaded first',
    when: ({ publicPage }, route) => isAt(route, ...publicPages) && publicPage === 'loading',
    then: () => ({ show: 'waiting' }),
  },
  {
    is: 'a public page may be external',
    when: ({ publicPage }, route) => isAt(route, ...publicPages) && typeof publicPage === 'object',
    then: ({ publicPage }) =>
      typeof publicPage === 'object' ? { leaveFor: publicPage.elsewhere } : { go: paths.base() },
  },
];

/** Returns the redirect for a page or what is shown instead; undefined if the page may be shown. */
export const findRedirect = (state: GuardState, route: RouteMatch): Verdict | undefined =>
  rules.find(({ when }) => when(state, route))?.then(state, route);
