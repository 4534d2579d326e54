// @vitest-environment node
import { expect, it } from 'vitest';
import type { AccessPageData, RegistrationStep } from '#schemas/access/accessPages.ts';
import type { InvitationMetadata } from '#schemas/access/users.ts';
import type { ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';
import { serverRender } from './renderPages.tsx';

const host = 'portal.example';
const renderAccess = (page: AccessPageData) => serverRender.access(page, host);

const invitation: InvitationMetadata = {
  accountId: 'a1',
  uniqueAccountKey: 'test',
  accountName: 'Kanzlei Test',
  userId: 'u1',
  userStatus: 0,
  authentication: 'a-key',
  userRegistered: false,
  isSmsAvailable: true,
  language: 'de',
  pregivenUsername: null,
  esyThingAgb: 'Regeln.',
  esyThingDatenschutz: null,
  statementHashes: { agb: 'a'.repeat(64) },
  phone: '040 1',
  address: { street: 'Weg 1', postalCode: '20259', city: 'Hamburg' },
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  assistants: [],
};
const invited = { hashUserKey: 'a-key', invitation, state: 'sealed' };
const renderInvited = (
  page: Exclude<AccessPageData['page'], 'login' | 'loggedIn'>,
  state: Partial<AccessPageData> = {},
) => renderAccess({ page, language: 'de', invited, ...state });
const renderStep = (
  page: RegistrationStep['page'],
  step: Partial<RegistrationStep> = {},
  state: Partial<AccessPageData> = {},
) =>
  renderInvited('postedRegistration', {
    registration: { page, name: 'Miriam Castillo', accepted: {}, missing: [], ...step },
    ...state,
  });

type Row = [name: string, render: () => Promise<ServerRenderedPage | undefined>, shown: string[]];
const pages: Row[] = [
  [
    'the start',
    () => renderAccess({ page: 'home', language: 'en' }),
    [
      '>Welcome to the client portal</h1>',
      'href="/login?language=en"',
      'href="/legal/imprint/text?language=en"',
      'also work without JavaScript',
    ],
  ],
  [
    'the login',
    () => renderAccess({ page: 'login', language: 'de' }),
    [
      '>Anmelden</h1>',
      'href="/forget-password"',
      'id="answer-Username"',
      'type="password"',
      'tabindex="-1" aria-hidden="true"></button>', // Enter logs in
    ],
  ],
  [
    'a forgotten password',
    () => renderAccess({ page: 'forgetPassword', language: 'de' }),
    ['id="answer-username"'],
  ],
  [
    'a refused login',
    () =>
      renderAccess({
        page: 'login',
        language: 'en',
        posted: {
          answers: { Username: 'miriam' },
          errors: [],
          failure: 'Wrong username or password.',
          refused: 'Password',
        },
      }),
    ['action="?"', 'name="form-language"', 'value="miriam"', '>Wrong username or password.'],
  ],
  [
    'a locked login',
    () =>
      renderAccess({
        page: 'login',
        language: 'de',
        posted: { answers: {}, errors: [] },
        lock: { secondsLeft: 130, until: '2026-11-20T12:00:00.000Z' },
      }),
    ['Ihr Zugang ist kurz gesperrt.', 'Neuer Versuch in 3 Minuten.'],
  ],
  [
    'the second step of a login',
    () =>
      renderAccess({
        page: 'login',
        language: 'de',
        second: {
          state: 'sealed',
          challenge: 'c',
          username: 'miriam',
          methods: ['passkey', 'totp', 'recoveryCode'],
          method: 'totp',
        },
      }),
    ['value="sealed"', 'name="code"', 'value="page:recoveryCode"', 'value="back"'],
  ],
  [
    'a link for a new password',
    () => renderAccess({ page: 'resetPassword', language: 'de', link: { username: 'miriam' } }),
    ['>miriam</b>', 'name="password"', 'name="password-repeat"'],
  ],
  [
    'an expired link',
    () => renderAccess({ page: 'resetPassword', language: 'de', link: { refusal: 'Zu alt.' } }),
    ['Zu alt.', 'href="/forget-password"'],
  ],
  [
    'the page after a login',
    () => renderAccess({ page: 'loggedIn', language: 'en' }),
    ['>You are logged in</h1>', 'Cases, messages and tasks need JavaScript', '>Log out'],
  ],
  [
    'a changed password',
    () => renderAccess({ page: 'resetPasswordDone', language: 'de', isDone: true }),
    ['href="/login"'],
  ],
  [
    'an invitation',
    () => renderInvited('start'),
    [
      '>PIN anfordern</h1>',
      'Kanzlei Test · Weg 1 · 20259 Hamburg',
      'action="?"',
      'value="sealed"',
      'value="send:Email"',
      'value="send:Sms"',
      'href="/enter-pin/a-key"',
    ],
  ],
  [
    'an invitation whose PIN was not sent',
    () => renderInvited('start', { posted: { answers: {}, errors: [], failure: 'Zu oft.' } }),
    ['<p>Zu oft.</p>'],
  ],
  [
    'the PIN of an invitation',
    () => renderInvited('enterPin', { invited: { ...invited, sent: 'Sms' } }),
    [
      'Wir haben Ihnen sechs Ziffern per SMS geschickt.',
      'id="answer-password"',
      'value="sealed"',
      'href="/start/a-key"',
    ],
  ],
  [
    'a void PIN of an invitation',
    () => renderInvited('enterPin', { language: 'en', invited: { ...invited, isVoid: true } }),
    ['href="/start/a-key?language=en"'],
  ],
  [
    'a login by the link of an invitation',
    () => renderInvited('loginByKey'),
    ['Kanzlei Test · Weg 1', 'id="answer-Username"'],
  ],
  [
    'a forgotten password of an invited client',
    () => renderInvited('forgetPasswordByKey'),
    ['Kanzlei Test · Weg 1', 'id="answer-username"', 'action="?"', 'href="/login/a-key"'],
  ],
  [
    'a forgotten username of an invited client that was requested',
    () => renderInvited('forgetUsernameByKey', { isDone: true }),
    ['>Sehen Sie in Ihr Postfach</h1>', 'href="/login/a-key"'],
  ],
  [
    'the texts of a registration',
    () => renderStep('welcome', { missing: ['agbAccepted'] }),
    [
      '>Willkommen, Miriam Castillo<',
      'name="agbAccepted"',
      'name="form-statements" value="agb=aaa',
      'href="#consent-agbAccepted"',
      'autofocus=""',
    ],
  ],
  [
    'the username of a registration',
    () => renderStep('username', { username: 'miriam.c' }),
    ['name="username"', 'value="miriam.c"', 'value="back"', 'value="sealed"'],
  ],
  [
    'the password of a registration',
    () => renderStep('password', { username: 'miriam.c' }),
    ['>miriam.c</b>', 'name="password-repeat"', 'value="back"'],
  ],
  [
    'a completed registration',
    () => renderStep('done'),
    ['>Sie sind registriert</h1>', 'href="/login"'],
  ],
  [
    'an expired invitation',
    () => renderAccess({ page: 'start', language: 'de', refusal: 'linkExpired' }),
    ['</h1>'],
  ],
  [
    'a forgotten username',
    () => renderAccess({ page: 'forgetUsername', language: 'de' }),
    ['id="answer-email"'],
  ],
];

it.each(pages)(
  'The server-rendered page of %s has its texts and nothing that the CSP refuses',
  async (_name, render, shown) => {
    const view = await render();
    for (const text of shown) expect(view?.html).toContain(text);
    expect(view?.html).not.toMatch(/ style=|<style|<script|&lt;script| on[a-z]+=|<!--\$!-->/);
  },
);

const brandHost = 'lichtblick.localhost';

it('A page before the login has the look and the texts of the brand of its host', async () => {
  const view = await serverRender.access({ page: 'login', language: 'de' }, brandHost);
  expect(view?.html).toContain('https://lichtblick.example/kontakt');
  expect(view?.html).toMatch(/<img[^>]*><b>Lichtblick Coaching<\/b>/);
  expect(view?.styles).toContain('--brand:#f2b705');
  expect(view?.styles).toContain('--font-sans:"Figtree Variable"');
  expect(await renderAccess({ page: 'login', language: 'de' })).not.toBe(view);
});

it('A page of an invitation has the brand of its account, whatever the host', async () => {
  const ofBrand = { ...invited, invitation: { ...invitation, uniqueAccountKey: 'lichtblick' } };
  const access = { page: 'start', language: 'de', invited: ofBrand } as const;
  expect((await serverRender.access(access, host))?.styles).toContain('--brand:#f2b705');
  const other = await serverRender.access({ ...access, invited }, brandHost);
  expect(other?.styles).toMatch(/^:root\{--brand:#14505c/);
});
