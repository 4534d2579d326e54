import type { Meta } from '@storybook/react-vite';
import { useLocation } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { AccessPageState, RegistrationStep } from '#schemas/access/accessPages.ts';
import { refreshSession } from '#schemas/access/sessions.ts';
import type { PostedError } from '#schemas/forms/postedForms.ts';
import { PostedRegistrationPage } from '#src/features/access/registration/PostedRegistrationPage.tsx';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import { matchRoute } from '#src/routing/routes.ts';
import { isUnreachable, neverResponds } from '../support/mockApi.ts';
import { inEnglish, onPhone } from '../support/variants.ts';
import {
  accessMeta,
  At,
  changed,
  invitation,
  key,
  languageChoice,
  longName,
  offline,
  oldTexts,
  says,
  shown,
  then,
  tooMany,
  type Planned,
  type Story,
} from './accessStory.tsx';

/** The registration by posted pages, before its scripts continue in the wizard. */
const meta = {
  title: 'Screens/Posted registration',
  ...accessMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const Registration = () => (
  <PostedRegistrationPage languageChoice={languageChoice} route={matchRoute(useLocation())} />
);

type Shown = Partial<RegistrationStep> & Pick<RegistrationStep, 'page'>;

const step = (
  { page, ...given }: Shown,
  { invited, ...state }: AccessPageState = {},
  planned: Planned[0] = neverResponds(refreshSession),
): Story =>
  shown(
    () => (
      <At path={`/registering/${key}`}>
        <AccessPageContext
          value={{
            page: 'postedRegistration',
            language: 'de',
            invited: { hashUserKey: key, invitation, state: 'sealed', ...invited },
            registration: { page, name: 'Jonas Wieland', accepted: {}, missing: [], ...given },
            ...state,
          }}
        >
          <Registration />
        </AccessPageContext>
      </At>
    ),
    planned,
  );

const isRequired = (id: string): PostedError => ({
  address: id,
  pointer: `/${id}`,
  rule: 'required',
});

export const Welcome = then(step({ page: 'welcome' }), says('Willkommen, Jonas Wieland'));
export const WelcomeOnPhone = onPhone(Welcome);
export const WelcomeEnglish = inEnglish(step({ page: 'welcome' }));
export const WelcomeMissing = then(
  step({ page: 'welcome', accepted: { agb: oldTexts.agb }, missing: ['datenschutzAccepted'] }),
  async ({ canvas }) => {
    const [terms, privacy] = await canvas.findAllByRole('checkbox');
    await expect(terms).toBeChecked();
    await expect(privacy).toBeInvalid();
  },
);
export const WelcomeFailed = then(
  step({ page: 'welcome' }, { posted: { answers: {}, errors: [], failure: changed } }),
  says(changed),
);
export const WelcomeLongNames = onPhone(
  step(
    { page: 'welcome', name: 'Freiherr von und zu Hohenstein-Brandenburger-Wollschlägermann' },
    { invited: { hashUserKey: key, invitation: { ...invitation, accountName: longName } } },
  ),
);

export const Username = then(
  step({ page: 'username', username: 'j.wieland' }),
  async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: /Benutzername/ })).toHaveValue(
      'j.wieland',
    );
  },
);
export const UsernameOnPhone = onPhone(Username);
export const UsernameEmpty = then(
  step({ page: 'username' }, { posted: { answers: {}, errors: [isRequired('username')] } }),
  async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: /Benutzername/ })).toBeInvalid();
  },
);
export const UsernameTaken = then(
  step(
    { page: 'username', username: 'jonas' },
    {
      posted: {
        answers: { username: 'jonas' },
        errors: [
          {
            address: 'username',
            pointer: '/username',
            rule: 'refused',
            text: 'Diesen Benutzernamen gibt es schon.',
          },
        ],
      },
    },
  ),
  says(/Diesen Benutzernamen gibt es schon/),
);

const password = { page: 'password', username: 'j.wieland' } as const;
export const Password = then(step(password), says('j.wieland'));
export const PasswordEmpty = step(password, {
  posted: { answers: {}, errors: [isRequired('password')] },
});
export const PasswordFailed = then(
  step(password, { posted: { answers: {}, errors: [], failure: tooMany } }),
  says(tooMany),
);

export const Login = then(step({ page: 'login' }), says('Neuen Zugang anlegen'));
export const LoginOnPhone = onPhone(Login);
const wrongLogin = 'Benutzername oder Passwort ist falsch.';
export const LoginWrong = then(
  step(
    { page: 'login' },
    {
      posted: {
        answers: { Username: 'j.wieland' },
        errors: [],
        failure: wrongLogin,
        refused: 'Password',
      },
    },
  ),
  says(wrongLogin),
);
export const LoginCode = then(
  step(
    { page: 'login', username: 'j.wieland' },
    {
      second: {
        state: 'sealed',
        challenge: 'story',
        username: 'j.wieland',
        methods: ['totp', 'recoveryCode'],
        method: 'totp',
      },
    },
  ),
  says('Noch ein Schritt'),
);

const join = { page: 'join', username: 'j.wieland' } as const;
export const Join = then(step(join), says('j.wieland'));
export const JoinOnPhone = onPhone(Join);
export const JoinEnglish = inEnglish(then(step(join), says('Log out and create a new login')));
export const JoinFailed = then(
  step(join, { posted: { answers: {}, errors: [], failure: tooMany } }),
  says(tooMany),
);

export const Done = then(step({ page: 'done' }), says('Sie sind registriert'));
export const DoneJoined = then(
  step({ page: 'done', hasJoined: true }),
  says(/gehört jetzt zu Ihrem Zugang$/),
);

/** The scripts have arrived, but cannot continue in the wizard. */
export const Offline = then(
  step({ page: 'username' }, {}, isUnreachable(refreshSession)),
  says(offline),
);
