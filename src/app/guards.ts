import type { Brand } from '#src/brands/brand.ts';
import { dashboardAccountParam, paths, type WizardPage } from '#src/lib/paths.ts';
import { placeOf, routes, type Access, type Place, type RouteName } from '#src/lib/routes.ts';

/** What is known of an invitation's key: nothing yet, that it does not work, or whose it is (product.md §3, Case meta). */
export type InvitationState = 'loading' | 'failed' | { userStatus: 0 | 1; userRegistered: boolean };

/** All that decides where somebody may be. */
export type GuardState = {
  /** logged in with username and password */
  registered: boolean;
  /** logged in by PIN, with the key of the invitation that led here */
  unregistered: boolean;
  /** The login has ended under whoever works on this page: it stays, and a dialog asks for the password or a PIN. */
  isInterrupted: boolean;
  /** Key of the invitation by which whoever's login by PIN has ended came in. */
  endedPin: string | undefined;
  /** Left by choice: nothing to come back to. */
  hasLoggedOut: boolean;
  returnUrl: string | undefined;
  push: { to: 'dashboard' } | { to: 'page'; url: string } | undefined;
  /** on a mobile phone, where phones may not do everything */
  isRestrictedPhone: boolean;
  /** undefined: not known yet, or not logged in */
  accountIds: readonly string[] | undefined;
  accountsWithoutDashboard: readonly string[];
  /** Where pages lead instead in the portal of a customer with a brand of its own. */
  brandRedirects: Brand['redirects'];
  /** of the provider in the address */
  publicPage: 'loading' | 'here' | { elsewhere: string };
  /** of the key in the address */
  invitation: InvitationState;
  /** the registration that has begun, and how far it is */
  wizard: { hashUserKey: string; page: WizardPage; userStatus: 0 | 1 } | undefined;
};

export type Verdict =
  | { go: string; remembering?: true; loggingOut?: true }
  | { leaveFor: string }
  | { show: 'forbidden' | 'waiting' };

type Rule = {
  is: string;
  when: (state: GuardState, place: Place) => boolean;
  then: (state: GuardState, place: Place) => Verdict;
};

const needs = (place: Place, ...access: Access[]): boolean =>
  access.includes(routes[place.name].access);
const isAt = (place: Place, ...names: RouteName[]): boolean => names.includes(place.name);
const isLoggedIn = ({ registered, unregistered }: GuardState): boolean =>
  registered || unregistered;
const keyOf = ({ params }: Place): string => params['hashUserKey'] ?? '';
const back = ({ returnUrl }: GuardState, { url }: Place): Verdict => ({
  go: returnUrl === undefined || returnUrl === url ? paths.dashboard() : returnUrl,
});
const isKnown = ({ invitation }: GuardState): boolean =>
  typeof invitation === 'object' && (invitation.userRegistered || invitation.userStatus !== 0);
const isOwn = ({ wizard }: GuardState, place: Place): boolean =>
  wizard?.hashUserKey === keyOf(place);
const currentPage = ({ wizard }: GuardState): WizardPage =>
  wizard?.userStatus === 0 ? wizard.page : 'done';

const isOwnAddress = (to: string): boolean => to.startsWith('/');
const nameAt = (to: string): RouteName => placeOf({ pathname: to, search: '' }).name;

export const publicPages = ['publicPage', 'proudlyPresents'] as const satisfies RouteName[];

/** Whether a page shows whose invitation led to it; a login needs none. */
export const asksForInvitation = (place: Place): boolean =>
  needs(place, 'byKey') ||
  (isAt(place, 'login', 'forgetUsernameByKey', 'forgetPasswordByKey') && keyOf(place) !== '');

/** Whether an account does without the dashboard; without an account in the address, whether all of them do. A restricted phone keeps it: the list of cases is not made for it. */
export const isDashboardDisabled = (
  { isRestrictedPhone, accountIds = [], accountsWithoutDashboard }: GuardState,
  accountId: string | null,
): boolean =>
  !isRestrictedPhone &&
  accountIds.length > 0 &&
  (accountId === null ? accountIds : [accountId]).every((id) =>
    accountsWithoutDashboard.includes(id),
  );

/** product.md §2.3, one line per rule; the first that applies decides. */
const rules: readonly Rule[] = [
  {
    is: '/cases is another name of /akten (decisions.md, Routes)',
    when: (_, place) => isAt(place, 'casesInEnglish'),
    then: (_, { url }) => ({ go: url.replace(/^\/cases/i, paths.cases()) }),
  },
  {
    is: 'a customer’s own portal may lead elsewhere, though no phone to what phones may not see',
    when: ({ brandRedirects, isRestrictedPhone }, { name }) => {
      const to = brandRedirects[name];
      return (
        to !== undefined && !(isRestrictedPhone && isOwnAddress(to) && !routes[nameAt(to)].onPhone)
      );
    },
    then: ({ brandRedirects }, { name }) => {
      const to = brandRedirects[name] ?? paths.base();
      return isOwnAddress(to) ? { go: to } : { leaveFor: to };
    },
  },
  {
    is: 'a phone sees the pages made for it; any other leads to the notice and ends the login',
    when: (state, place) => state.isRestrictedPhone && !routes[place.name].onPhone,
    then: (state) => ({
      go: paths.mobileNotice(),
      ...(isLoggedIn(state) ? { loggingOut: true } : {}),
    }),
  },
  {
    is: 'the notices for phones are for phones',
    when: (state, place) =>
      !state.isRestrictedPhone && isAt(place, 'mobileNotice', 'activateWithApp'),
    then: () => ({ go: paths.base() }),
  },
  {
    is: 'a pushed page is shown, and this one is remembered',
    when: ({ push }, { url }) => push?.to === 'page' && push.url !== url,
    then: ({ push }) => ({ go: push?.to === 'page' ? push.url : paths.base(), remembering: true }),
  },
  {
    is: 'a push to the dashboard leads there',
    when: (state, place) =>
      state.push?.to === 'dashboard' && isLoggedIn(state) && !isAt(place, 'dashboard'),
    then: () => ({ go: paths.dashboard() }),
  },
  {
    is: 'whoever’s login by PIN has ended asks for another PIN, which leads back to the protected page',
    when: (state, place) =>
      needs(place, 'protected') &&
      !isLoggedIn(state) &&
      !state.isInterrupted &&
      state.endedPin !== undefined,
    then: ({ endedPin = '' }) => ({ go: paths.start(endedPin), remembering: true }),
  },
  {
    is: 'a protected page needs a login, which leads back to it',
    when: (state, place) => needs(place, 'protected') && !isLoggedIn(state) && !state.isInterrupted,
    then: ({ hasLoggedOut }) => ({
      go: paths.login(),
      ...(hasLoggedOut ? {} : { remembering: true }),
    }),
  },
  {
    is: 'whoever belongs to no account has nothing to see behind the login',
    when: (state, place) => needs(place, 'protected') && state.accountIds?.length === 0,
    then: () => ({ go: paths.base() }),
  },
  {
    is: 'a page by key without a key is forbidden',
    when: (_, place) => needs(place, 'byKey') && !keyOf(place),
    then: () => ({ show: 'forbidden' }),
  },
  {
    is: 'whoever is logged in both ways goes to the dashboard',
    when: (state, place) =>
      needs(place, 'byKey', 'guest') && state.registered && state.unregistered,
    then: () => ({ go: paths.dashboard() }),
  },
  {
    is: 'whoever is logged in needs no login: back to where they wanted to go, else to the dashboard',
    when: (state, place) =>
      (needs(place, 'guest') && isLoggedIn(state)) || (needs(place, 'byKey') && state.registered),
    then: back,
  },
  {
    is: 'the invitation is looked up first',
    when: ({ invitation }, place) => asksForInvitation(place) && invitation === 'loading',
    then: () => ({ show: 'waiting' }),
  },
  {
    is: 'a key that does not work is forbidden',
    when: ({ invitation }, place) => needs(place, 'byKey') && invitation === 'failed',
    then: () => ({ show: 'forbidden' }),
  },
  {
    is: 'whoever has registered logs in with the account of the key',
    when: (state, place) => needs(place, 'byKey') && isKnown(state),
    then: (_, place) => ({ go: paths.login(keyOf(place)) }),
  },
  {
    is: 'whoever has given another PIN goes back to the page that their login ended on',
    when: (state, place) =>
      needs(place, 'byKey') &&
      state.unregistered &&
      isOwn(state, place) &&
      state.returnUrl !== undefined,
    then: back,
  },
  {
    is: 'whoever has given the PIN goes on to the registration',
    when: (state, place) => needs(place, 'byKey') && state.unregistered && isOwn(state, place),
    then: (_, place) => ({ go: paths.registration(keyOf(place), 'welcome') }),
  },
  {
    is: 'a registration that nobody has begun leads to the start',
    when: ({ wizard }, place) => needs(place, 'wizard') && wizard === undefined,
    then: () => ({ go: paths.base() }),
  },
  {
    is: 'a registration whose login has ended asks for a PIN again',
    when: (state, place) =>
      needs(place, 'wizard') && !state.unregistered && currentPage(state) !== 'done',
    then: ({ wizard }) => ({ go: paths.start(wizard?.hashUserKey ?? '') }),
  },
  {
    is: 'the registration shows its current step',
    when: (state, place) =>
      needs(place, 'wizard') &&
      (place.params['wizardPage'] !== currentPage(state) || !isOwn(state, place)),
    then: (state) => ({
      go: paths.registration(state.wizard?.hashUserKey ?? '', currentPage(state)),
    }),
  },
  {
    is: 'another account’s dashboard is not shown',
    when: ({ accountIds }, place) =>
      isAt(place, 'dashboard') &&
      accountIds !== undefined &&
      ![null, ...accountIds].includes(place.query.get(dashboardAccountParam)),
    then: back,
  },
  {
    is: 'an account may do without the dashboard',
    when: (state, place) =>
      isAt(place, 'dashboard') &&
      isDashboardDisabled(state, place.query.get(dashboardAccountParam)),
    then: () => ({ go: paths.cases() }),
  },
  {
    is: 'where a public page is is looked up first',
    when: ({ publicPage }, place) => isAt(place, ...publicPages) && publicPage === 'loading',
    then: () => ({ show: 'waiting' }),
  },
  {
    is: 'an account may have its public page elsewhere',
    when: ({ publicPage }, place) => isAt(place, ...publicPages) && typeof publicPage === 'object',
    then: ({ publicPage }) =>
      typeof publicPage === 'object' ? { leaveFor: publicPage.elsewhere } : { go: paths.base() },
  },
];

/** Where somebody has to go instead of the page they asked for, or what is shown in its place; undefined: they may see it. */
export const redirectFor = (state: GuardState, place: Place): Verdict | undefined =>
  rules.find(({ when }) => when(state, place))?.then(state, place);
