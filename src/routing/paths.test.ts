import { expect, it } from 'vitest';
import { paths } from './paths.ts';

const { guidance, guidanceConfirmation, ...simple } = paths;

it('Every address keeps its spelling', () => {
  expect(Object.entries(simple).map(([name, path]) => `${name} ${path('k/1')}`)).toEqual([
    'base /',
    'notFound /404',
    'login /login/k%2F1',
    'loggedIn /logged-in',
    'enterPin /enter-pin/k%2F1',
    'start /start/k%2F1',
    'registration /registration/k%2F1',
    'postedRegistration /registering/k%2F1',
    'forgetUsername /login/k%2F1/forget-username',
    'forgetPassword /login/k%2F1/forget-password',
    'resetPassword /reset-password/k%2F1',
    'resetPasswordDone /reset-password-done',
    'dashboard /dashboard?accid=k%2F1',
    'ownCases /dashboard?asbh=k%2F1#own-cases',
    'activation /dashboard?accid=k%2F1&activateMode=1',
    'cases /akten',
    'case /akten/k%2F1/accounts/',
    'board /board?acc=k%2F1',
    'inbox /business?acc=k%2F1',
    'firmCases /business/cases?acc=k%2F1',
    'businessForms /business/forms?acc=k%2F1',
    'businessForm /business/forms/k%2F1',
    'businessFormPreview /business/forms/k%2F1/preview',
    'clients /business/clients?acc=k%2F1',
    'serviceProvider /service-provider',
    'settings /settings/k%2F1',
    'legalText /legal/k%2F1',
    'mobileNotice /download-and-no-ragrets',
    'activateWithApp /activate-with-app',
    'externalForm /externalform/k%2F1',
    'externalFormSucceed /externalform/k%2F1/succeed',
  ]);
});

it('An address whose parts are optional is spelled without and with them', () => {
  expect([
    paths.dashboard(),
    paths.login(),
    paths.enterPin(),
    paths.start(),
    paths.forgetUsername(),
    paths.forgetPassword(),
    paths.settings(),
    paths.registration('k', 'username'),
    paths.businessForms(),
    paths.businessForm('k', 'a'),
    paths.businessFormPreview('k', 'a'),
  ]).toEqual([
    '/dashboard',
    '/login',
    '/enter-pin',
    '/start',
    '/forget-username',
    '/forget-password',
    '/settings',
    '/registration/k/username',
    '/business/forms',
    '/business/forms/k?acc=a',
    '/business/forms/k/preview?acc=a',
  ]);
  expect(paths.case('case', 'account', 'folder')).toBe('/akten/case/accounts/account?fid=folder');
});

it('An address of a form for an external request keeps its spelling', () => {
  const address = {
    family: 'page',
    accountIdentity: 'kanzlei',
    externalRequestKey: 'key/1',
  } as const;
  expect([
    guidance(address),
    guidanceConfirmation({ ...address, family: 'proudly-presents' }),
  ]).toEqual([
    '/page/kanzlei/guidance/key%2F1',
    '/proudly-presents/kanzlei/guidance/key%2F1/confirmation-page',
  ]);
});
