import { describe, expect, it } from 'vitest';
import { findRedirect, type GuardState, type Verdict } from './guards.ts';
import { matchRoute, routes } from '#src/routing/routes.ts';

const loggedOut: GuardState = {
  registered: false,
  unregistered: false,
  isInterrupted: false,
  endedPin: undefined,
  hasLoggedOut: false,
  returnUrl: undefined,
  push: undefined,
  isRestrictedPhone: false,
  accountIds: undefined,
  accountsWithoutDashboard: [],
  brandRedirects: {},
  publicPage: 'here',
  invitation: 'loading',
  acceptedKey: undefined,
  wizard: undefined,
};
const registered: Partial<GuardState> = { registered: true, accountIds: ['a1', 'a2'] };
const byPin: Partial<GuardState> = { unregistered: true, accountIds: ['a1'] };
const unused = { userStatus: 0, userRegistered: false, isForeign: false } as const;
const used = { userStatus: 1, userRegistered: true, isForeign: false } as const;
const invited: Partial<GuardState> = { invitation: unused };
const foreign: Partial<GuardState> = { invitation: { ...unused, isForeign: true } };
const foreignUsed: Partial<GuardState> = { invitation: { ...used, isForeign: true } };
const phone: Partial<GuardState> = { isRestrictedPhone: true };
const key = 'k'.repeat(20);
const toLogin: Verdict = { go: '/login', remembering: true };
const forbidden: Verdict = { show: 'forbidden' };
const otherLogin: Verdict = { show: 'otherLogin' };

type Row = [who: string, state: Partial<GuardState>, address: string, verdict: Verdict | undefined];

const getVerdict = (state: Partial<GuardState>, address: string) =>
  findRedirect({ ...loggedOut, ...state }, matchRoute(new URL(address, 'http://localhost')));
const check = (subject: string, rows: Row[]) =>
  it.each(rows)(`${subject} %s`, (_, state, address, verdict) =>
    expect(getVerdict(state, address)).toEqual(verdict),
  );

describe('protected pages', () =>
  check('Protected pages', [
    ...[
      '/dashboard',
      '/akten',
      '/akten/h1/accounts/a1',
      '/service-provider',
      '/settings',
      '/settings/account',
    ].flatMap((address): Row[] => [
      [`need a login: ${address}`, {}, address, toLogin],
      [`open with a password: ${address}`, registered, address, undefined],
      [`open with a PIN: ${address}`, byPin, address, undefined],
    ]),
    ...['/board', '/business', '/business/cases?acc=a1', '/business/forms/f1/preview'].flatMap(
      (address): Row[] => [
        [`need a login: ${address}`, {}, address, toLogin],
        [`open with a password: ${address}`, { ...byPin, ...registered }, address, undefined],
        [`of the staff need a password, not a PIN: ${address}`, byPin, address, toLogin],
      ],
    ),
    [
      'stay when the session expires while the user works',
      { isInterrupted: true },
      '/settings/account',
      undefined,
    ],
    [
      'ask for another PIN after a PIN session has expired',
      { endedPin: key },
      '/settings/about',
      { go: `/start/${key}`, remembering: true },
    ],
    [
      'stay when a PIN session expires while the user works',
      { isInterrupted: true, endedPin: key },
      '/settings/about',
      undefined,
    ],
    ['are no return URL after a logout', { hasLoggedOut: true }, '/dashboard', { go: '/login' }],
    [
      'lead to the start without an account',
      { registered: true, accountIds: [] },
      '/dashboard',
      { go: '/' },
    ],
  ]));

describe('the start page', () =>
  check('The start page', [
    ['greets a stranger', {}, '/', undefined],
    ['redirects a client to the dashboard', registered, '/', { go: '/dashboard' }],
    ['redirects after a PIN too', byPin, '/', { go: '/dashboard' }],
    ['stays for a user without an account', { registered: true, accountIds: [] }, '/', undefined],
  ]));

describe('/cases', () =>
  check('/cases', [
    ['is /akten', {}, '/cases', { go: '/akten' }],
    [
      'keeps what follows, and the query',
      registered,
      '/cases/h1/accounts/a1?fid=7',
      { go: '/akten/h1/accounts/a1?fid=7' },
    ],
    [
      'is /akten in capitals too',
      registered,
      '/CASES/h1/accounts/a1',
      { go: '/akten/h1/accounts/a1' },
    ],
  ]));

const branded: Partial<GuardState> = {
  brandRedirects: {
    base: '/proudly-presents/behrens',
    dashboard: '/akten',
    business: 'https://behrens.example/',
  },
};
describe('a customer’s own portal', () =>
  check('A customer’s own portal', [
    ['leads on to its own pages', branded, '/', { go: '/proudly-presents/behrens' }],
    [
      'leads elsewhere',
      branded,
      '/business-beschleunigen',
      { leaveFor: 'https://behrens.example/' },
    ],
    ['leaves other pages as they are', { ...branded, ...registered }, '/akten', undefined],
    [
      'leads no phone to what phones may not see',
      { ...branded, ...registered, ...phone },
      '/dashboard',
      undefined,
    ],
  ]));

describe('the login', () =>
  check('The login', [
    ['is for users without a session', {}, '/login', undefined],
    [
      'redirects to the return URL',
      { ...registered, returnUrl: '/settings/account?x=1' },
      '/login',
      { go: '/settings/account?x=1' },
    ],
    [
      'leads to the dashboard without a return URL',
      { ...registered, invitation: used },
      `/login/${key}`,
      { go: '/dashboard' },
    ],
    [
      'leads on beside a key that has expired, as after a login there',
      { ...registered, invitation: 'failed' },
      `/login/${key}`,
      { go: '/dashboard' },
    ],
    ['shows who is logged in by PIN', { ...byPin, returnUrl: '/settings' }, '/login', otherLogin],
    [
      'shows who is logged in by PIN beside an invalid key',
      { ...byPin, invitation: 'failed' },
      `/login/${key}`,
      otherLogin,
    ],
    [
      'leads on with the PIN of its own key',
      { ...byPin, ...invited, returnUrl: '/settings' },
      `/login/${key}`,
      { go: '/settings' },
    ],
    ...[foreign, foreignUsed].flatMap((invitation): Row[] =>
      [registered, byPin, { ...byPin, ...registered }].map((user) => [
        'shows who is logged in beside the key of another user',
        { ...user, ...invitation, acceptedKey: key, returnUrl: '/settings' },
        `/login/${key}`,
        otherLogin,
      ]),
    ),
    [
      'redirects a user with both sessions to the dashboard',
      { ...registered, ...byPin, registered: true, returnUrl: '/settings' },
      '/login',
      { go: '/dashboard' },
    ],
    [
      'leads to the dashboard rather than to itself',
      { ...registered, invitation: used, returnUrl: `/login/${key}` },
      `/login/${key}`,
      { go: '/dashboard' },
    ],
    ...[`/login/${key}`, `/login/${key}/forget-password`, `/login/${key}/forget-username`].flatMap(
      (address): Row[] => [
        [
          `waits until the inviting account is known: ${address}`,
          { invitation: 'loading' },
          address,
          { show: 'waiting' },
        ],
        [`opens with the key of an invitation: ${address}`, invited, address, undefined],
        [
          `opens with a key that does not work: ${address}`,
          { invitation: 'failed' },
          address,
          undefined,
        ],
      ],
    ),
  ]));

const begun = { hashUserKey: key, page: 'welcome', userStatus: 0 } as const;

describe.each(['start', 'enter-pin'])('/%s', (page) =>
  check(`/${page}`, [
    ['needs a key', invited, `/${page}`, forbidden],
    ['waits while the key is looked up', {}, `/${page}/${key}`, { show: 'waiting' }],
    ['is forbidden with an invalid key', { invitation: 'failed' }, `/${page}/${key}`, forbidden],
    ['opens for the invited user', invited, `/${page}/${key}`, undefined],
    [
      'redirects a registered user to the login',
      { invitation: { ...unused, userRegistered: true } },
      `/${page}/${key}`,
      { go: `/login/${key}` },
    ],
    [
      'redirects a user with another status to the login',
      { invitation: { ...unused, userStatus: 1 } },
      `/${page}/${key}`,
      { go: `/login/${key}` },
    ],
    [
      'leads on with a password and a used key',
      { ...registered, returnUrl: '/settings', invitation: used },
      `/${page}/${key}`,
      { go: '/settings' },
    ],
    [
      'says with a password too that a key is invalid or has expired',
      { ...registered, invitation: 'failed', returnUrl: '/settings' },
      `/${page}/${key}`,
      forbidden,
    ],
    ...[registered, byPin, { ...byPin, ...registered }].flatMap((user): Row[] => [
      [
        'shows who is logged in beside the invitation of another user',
        { ...user, ...foreign, acceptedKey: 'other', wizard: { ...begun, hashUserKey: 'other' } },
        `/${page}/${key}`,
        otherLogin,
      ],
      [
        'shows who is logged in beside the used invitation of another user, also accepted',
        { ...user, ...foreignUsed, acceptedKey: key, returnUrl: '/settings' },
        `/${page}/${key}`,
        otherLogin,
      ],
    ]),
    ['waits for the invitation beside a login', registered, `/${page}/${key}`, { show: 'waiting' }],
    [
      'opens an invitation that the user accepts with their login',
      { ...registered, ...foreign, acceptedKey: key },
      `/${page}/${key}`,
      undefined,
    ],
    [
      'opens an own invitation beside a login',
      { ...registered, ...invited },
      `/${page}/${key}`,
      undefined,
    ],
    [
      'leads on to the registration with both sessions',
      { ...registered, ...invited, unregistered: true, wizard: begun },
      `/${page}/${key}`,
      { go: `/registration/${key}/welcome` },
    ],
    [
      'leads on to the registration after the PIN',
      { ...byPin, ...invited, wizard: begun },
      `/${page}/${key}`,
      { go: `/registration/${key}/welcome` },
    ],
    [
      'redirects to the return URL after the PIN',
      { ...byPin, ...invited, wizard: begun, returnUrl: '/settings/about' },
      `/${page}/${key}`,
      { go: '/settings/about' },
    ],
    [
      'asks a user whose session began with an earlier key for a PIN',
      { ...byPin, ...invited, wizard: { ...begun, hashUserKey: 'other' } },
      `/${page}/${key}`,
      undefined,
    ],
  ]),
);

describe('the registration', () => {
  const wizard = (
    page: 'welcome' | 'username' | 'password' | 'done',
    userStatus: 0 | 1 = 0,
  ): Partial<GuardState> => ({ ...byPin, wizard: { hashUserKey: key, page, userStatus } });
  check('The registration', [
    [
      'redirects to the start if it has not begun',
      byPin,
      `/registration/${key}/username`,
      { go: '/' },
    ],
    ['shows the step it is at', wizard('username'), `/registration/${key}/username`, undefined],
    [
      'leads back to the step it is at',
      wizard('username'),
      `/registration/${key}/password`,
      { go: `/registration/${key}/username` },
    ],
    [
      'leads to its step without one',
      wizard('welcome'),
      `/registration/${key}`,
      { go: `/registration/${key}/welcome` },
    ],
    [
      'shows the step of the registration that has begun',
      wizard('username'),
      '/registration/other/username',
      { go: `/registration/${key}/username` },
    ],
    [
      'asks for a PIN again when its login has ended',
      { ...wizard('username'), unregistered: false, accountIds: undefined },
      `/registration/${key}/username`,
      { go: `/start/${key}` },
    ],
    [
      'shows its end without a login too',
      { ...wizard('done'), unregistered: false, accountIds: undefined },
      `/registration/${key}/done`,
      undefined,
    ],
    [
      'is done for a registered user',
      wizard('welcome', 1),
      `/registration/${key}/welcome`,
      { go: `/registration/${key}/done` },
    ],
  ]);
});

describe('pushes', () =>
  check('A push', [
    [
      'leads to the dashboard',
      { ...registered, push: { to: 'dashboard' } },
      '/settings',
      { go: '/dashboard' },
    ],
    [
      'ends on the dashboard',
      { ...registered, push: { to: 'dashboard' } },
      '/dashboard',
      undefined,
    ],
    [
      'shows its page and remembers the one before',
      { ...registered, push: { to: 'page', url: '/settings/general' } },
      '/dashboard?accid=a1',
      { go: '/settings/general', remembering: true },
    ],
    [
      'ends on its page',
      { ...registered, push: { to: 'page', url: '/settings/general' } },
      '/settings/general',
      undefined,
    ],
  ]));

it('Every named address matches its route', () => {
  const addresses = Object.values(routes).map(({ pattern }) =>
    pattern.replace('*', '/nowhere').replace(/:\w+\??/g, 'x1'),
  );
  expect(addresses.map((address) => matchRoute(new URL(address, 'http://localhost')).name)).toEqual(
    Object.keys(routes),
  );
});

it.each(['/x%', '/page/%FC', '/akten/%FCber/accounts/x', '/login/%E0%A4%A'])(
  'The address %s, with a broken escape, is unknown',
  (address) => expect(matchRoute(new URL(address, 'http://localhost')).name).toBe('notFound'),
);
