import { expect, it } from 'vitest';
import { paths } from './paths.ts';

it('Every address keeps its spelling', () => {
  const { guidance, guidanceConfirmation, ...simple } = paths;
  expect(Object.entries(simple).map(([name, path]) => `${name} ${path('k/1')}`)).toEqual([
    'base /',
    'notFound /404',
    'login /login/k%2F1',
    'enterPin /enter-pin/k%2F1',
    'start /start/k%2F1',
    'registration /registration/k%2F1',
    'forgetUsername /login/k%2F1/forget-username',
    'forgetPassword /login/k%2F1/forget-password',
    'resetPassword /reset-password/k%2F1',
    'resetPasswordDone /reset-password-done',
    'dashboard /dashboard?accid=k%2F1',
    'cases /akten',
    'case /akten/k%2F1/accounts/',
    'board /board',
    'businessForms /business/forms?acc=k%2F1',
    'businessForm /business/forms/k%2F1',
    'businessFormPreview /business/forms/k%2F1/preview',
    'serviceProvider /service-provider',
    'settings /settings/k%2F1',
    'legalText /legal/k%2F1',
    'mobileNotice /download-and-no-ragrets',
    'activateWithApp /activate-with-app',
    'externalForm /externalform/k%2F1',
    'externalFormSucceed /externalform/k%2F1/succeed',
  ]);
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
