import { expect, it } from 'vitest';
import { findPage } from './findPage.ts';

it.each([
  '/',
  '/login',
  '/login/',
  '/akten/a/accounts/B',
  '/cases/x',
  '/settings/account',
  '/legal/imprint',
  '/legal/privacy/account',
  '/page/nobody',
  '/externalform/guid/succeed',
  '/page/firm/guidance/key',
  '/proudly-presents/firm/guidance/key/confirmation-page',
])('The page %s has this path', (pathname) => expect(findPage(pathname)?.path).toBe(pathname));

it.each([
  '/nowhere',
  '/404',
  '/akten/a',
  '/externalform',
  '/page/firm/guidance',
  '/legal/nope',
  '/%5Cevil',
  `/${'a'.repeat(3_000)}`,
])('There is no page %s', (pathname) => expect(findPage(pathname)).toBeUndefined());

it.each([
  ['/Externalform/KeY', '/externalform/KeY'],
  ['/EXTERNALFORM/KeY/Succeed', '/externalform/KeY/succeed'],
  ['/Page/Firm/Guidance/KeY', '/page/Firm/guidance/KeY'],
  ['/Login/KeY', '/login/KeY'],
  ['/Cases/KeY/accounts/A', '/cases/KeY/accounts/A'],
  ['/AKTEN/KeY/Accounts/A', '/akten/KeY/accounts/A'],
])('The path %s is spelled %s, and its keys stay', (pathname, spelled) =>
  expect(findPage(pathname)?.path).toBe(spelled),
);

it('A page has the name and the parameters of its route', () =>
  expect(findPage('/akten/KeY/accounts/A')).toEqual({
    path: '/akten/KeY/accounts/A',
    name: 'selectedCase',
    params: { akteIdHash: 'KeY', accountId: 'A' },
  }));
