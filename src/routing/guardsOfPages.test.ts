import { describe, expect, it } from 'vitest';
import { findRedirect, isForeign, type GuardState, type Verdict } from './guards.ts';
import { matchRoute } from '#src/routing/routes.ts';

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
const invited: Partial<GuardState> = {
  invitation: { userStatus: 0, userRegistered: false, isForeign: false },
};
const phone: Partial<GuardState> = { isRestrictedPhone: true };
const key = 'k'.repeat(20);

type Row = [who: string, state: Partial<GuardState>, address: string, verdict: Verdict | undefined];

const getVerdict = (state: Partial<GuardState>, address: string) =>
  findRedirect({ ...loggedOut, ...state }, matchRoute(new URL(address, 'http://localhost')));
const check = (subject: string, rows: Row[]) =>
  it.each(rows)(`${subject} %s`, (_, state, address, verdict) =>
    expect(getVerdict(state, address)).toEqual(verdict),
  );

describe('the dashboard', () =>
  check('The dashboard', [
    ['shows an account of one’s own', registered, '/dashboard?accid=a2', undefined],
    [
      'leads away from a stranger’s account',
      registered,
      '/dashboard?accid=other',
      { go: '/dashboard' },
    ],
    [
      'redirects to the return URL instead',
      { ...registered, returnUrl: '/settings' },
      '/dashboard?accid=other',
      { go: '/settings' },
    ],
    [
      'leads to the dashboard rather than to itself',
      { ...registered, returnUrl: '/dashboard?accid=other' },
      '/dashboard?accid=other',
      { go: '/dashboard' },
    ],
    [
      'knows an account by its place, not by an empty one',
      registered,
      '/dashboard?accid=',
      { go: '/dashboard' },
    ],
    ['stays under the login dialog', { isInterrupted: true }, '/dashboard', undefined],
    [
      'leads to the cases where every account does without',
      { ...registered, accountsWithoutDashboard: ['a1', 'a2'] },
      '/dashboard',
      { go: '/akten' },
    ],
    [
      'leads to the cases where the only account does without',
      { ...byPin, accountsWithoutDashboard: ['a1'] },
      '/dashboard',
      { go: '/akten' },
    ],
    [
      'stays where one account has it',
      { ...registered, accountsWithoutDashboard: ['a1'] },
      '/dashboard',
      undefined,
    ],
    [
      'leads to the cases where the account in the address does without',
      { ...registered, accountsWithoutDashboard: ['a1'] },
      '/dashboard?accid=a1',
      { go: '/akten' },
    ],
    [
      'stays where the account in the address has it',
      { ...registered, accountsWithoutDashboard: ['a1'] },
      '/dashboard?accid=a2',
      undefined,
    ],
    [
      'stays on a restricted phone, which the list of cases is not made for',
      { ...phone, ...registered, accountsWithoutDashboard: ['a1', 'a2'] },
      '/dashboard',
      undefined,
    ],
  ]));

describe('a public page', () =>
  check('A public page', [
    ...['/page/kanzlei', '/proudly-presents/kanzlei'].flatMap((address): Row[] => [
      [`is open to everyone: ${address}`, {}, address, undefined],
      [`is looked up first: ${address}`, { publicPage: 'loading' }, address, { show: 'waiting' }],
      [
        `may be elsewhere: ${address}`,
        { publicPage: { elsewhere: 'https://kanzlei.example/' } },
        address,
        { leaveFor: 'https://kanzlei.example/' },
      ],
      [
        `may be elsewhere on a phone: ${address}`,
        { ...phone, publicPage: { elsewhere: 'https://kanzlei.example/' } },
        address,
        { leaveFor: 'https://kanzlei.example/' },
      ],
    ]),
  ]));

describe('a foreign invitation', () => {
  const jonas = { userId: 'jonas' };
  const joined = { userId: 'jonas', clientIds: { a1: 'jonas', a2: 'jonas2' } };
  it.each([
    ['for another user is foreign', [jonas], 'miriam', true],
    ['for neither of two users is foreign', [jonas, { userId: 'nora' }], 'miriam', true],
    ['for the user is not foreign', [jonas], 'jonas', false],
    ['that the login has joined is not foreign', [joined], 'jonas2', false],
    ['for the user of the PIN is not foreign', [joined, { userId: 'miriam' }], 'miriam', false],
    ['is not foreign without a login', [], 'miriam', false],
  ])('An invitation %s', (_, users, invitedId, expected) =>
    expect(isForeign(invitedId, users)).toBe(expected),
  );
});

describe('a phone', () => {
  const allowed = [
    '/',
    '/login',
    `/login/${key}`,
    `/start/${key}`,
    `/enter-pin/${key}`,
    `/login/${key}/forget-password`,
    '/forget-username',
    '/forget-password',
    `/reset-password/${key}`,
    '/reset-password-done',
    '/download-and-no-ragrets',
    '/activate-with-app',
    '/page/kanzlei',
    '/proudly-presents/kanzlei',
    '/nowhere',
  ];
  check('A phone', [
    ...allowed.map((address): Row => [
      `may use ${address}`,
      { ...phone, ...invited },
      address,
      undefined,
    ]),
    ...['/dashboard', '/settings', '/akten/h1/accounts/a1'].map((address): Row => [
      `may use ${address} with a login`,
      { ...phone, ...registered },
      address,
      undefined,
    ]),
    [
      'sees the cases on the dashboard instead of their list',
      { ...phone, ...registered },
      '/akten?asbh=Brandt',
      { go: '/dashboard?asbh=Brandt#own-cases' },
    ],
    ...['/akten', '/service-provider', '/business-beschleunigen'].flatMap((address): Row[] => [
      [`sees the notice instead of ${address}`, phone, address, { go: '/download-and-no-ragrets' }],
    ]),
    ...['/service-provider', '/board'].map((address): Row => [
      `stays logged in and sees the notice instead of ${address}`,
      { ...phone, ...registered },
      address,
      { go: '/download-and-no-ragrets' },
    ]),
    ...['/akten', '/service-provider', '/business-beschleunigen'].flatMap((address): Row[] => [
      [`may use ${address} where phones may do everything`, registered, address, undefined],
    ]),
    [
      'is the only one to see the notice, where it may not do everything',
      {},
      '/download-and-no-ragrets',
      { go: '/' },
    ],
    ['is the only one to activate with the app', {}, '/activate-with-app', { go: '/' }],
  ]);
});
