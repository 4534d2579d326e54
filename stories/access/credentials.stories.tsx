import type { Meta } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import {
  getPasswordReset,
  resetPassword,
  sendPasswordLink,
  sendUsername,
} from '#schemas/access/credentials.ts';
import {
  ForgotPasswordPage,
  ForgotUsernamePage,
} from '#src/features/access/credentials/ForgotPage.tsx';
import { passwordReset, ResetDonePage } from '#src/features/access/credentials/ResetDonePage.tsx';
import { ResetPasswordPage } from '#src/features/access/credentials/ResetPasswordPage.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { failsFirst } from '../support/failsFirst.ts';
import {
  responds,
  isUnreachable,
  rejects,
  respondsWhile,
  neverResponds,
} from '../support/mockApi.ts';
import { inEnglish, onPhone } from '../support/variants.ts';
import {
  key,
  languageChoice,
  At,
  accessMeta,
  type Story,
  type Planned,
  offline,
  tooMany,
  shown,
  then,
  press,
  says,
  after,
} from './accessStory.tsx';

/** Forgotten usernames and passwords. */
const meta = {
  title: 'Screens/Credentials',
  ...accessMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const forgotten = { password: ForgotPasswordPage, username: ForgotUsernamePage };
const forgot = (kind: keyof typeof forgotten, ...planned: Planned): Story => {
  const Page = forgotten[kind];
  const path = `/forget-${kind}`;
  return shown(
    () => (
      <At path={path}>
        <Page languageChoice={languageChoice} route={matchRoute({ pathname: path, search: '' })} />
      </At>
    ),
    ...planned,
  );
};
const asked = (story: Story, text: string, button: string): Story =>
  then(
    then(story, async ({ canvas, userEvent }) => {
      await userEvent.type(await canvas.findByRole('textbox'), text);
    }),
    press(button),
  );
const link = 'Link anfordern';
export const ForgotPassword = forgot('password');
export const ForgotPasswordEnglish = inEnglish(ForgotPassword);
export const ForgotPasswordOnPhone = onPhone(ForgotPassword);
export const ForgotPasswordEmpty = then(ForgotPassword, press(link));
export const ForgotPasswordSending = asked(
  forgot('password', neverResponds(sendPasswordLink)),
  'j.wieland',
  link,
);
export const ForgotPasswordOffline = then(
  asked(forgot('password', isUnreachable(sendPasswordLink)), 'j.wieland', link),
  says(offline),
);
export const ForgotPasswordTooOften = then(
  asked(
    forgot('password', rejects(sendPasswordLink, 'tooManyRequests', tooMany)),
    'j.wieland',
    link,
  ),
  says(tooMany),
);
export const MailSent = then(
  asked(forgot('password', responds(sendPasswordLink, { sent: true })), 'j.wieland', link),
  async ({ canvas }) => {
    await waitFor(() =>
      expect(
        canvas.getByRole('heading', { level: 1, name: 'Sehen Sie in Ihr Postfach' }),
      ).toHaveFocus(),
    );
  },
);
export const MailSentOnPhone = onPhone(MailSent);
export const ForgotUsername = forgot('username');
const network = { isUp: true };
const username = 'Benutzernamen anfordern';
export const ForgotUsernameOffline = then(
  forgot('username', respondsWhile(network, sendUsername, { sent: true })),
  async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox');
    await userEvent.type(field, 'jonas@example.org');
    await failsFirst(
      canvas,
      network,
      async () => userEvent.click(canvas.getByRole('button', { name: username })),
      () => expect(field).toHaveValue('jonas@example.org'),
    );
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Sehen Sie in Ihr Postfach' }),
    ).toBeVisible();
  },
);
export const ForgotUsernameInvalid = asked(
  forgot('username', neverResponds(sendUsername)),
  'jonas',
  username,
);

const reset = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/reset-password/${key}`}>
        <ResetPasswordPage
          languageChoice={languageChoice}
          route={matchRoute({ pathname: `/reset-password/${key}`, search: '' })}
        />
      </At>
    ),
    ...planned,
  );
const whose = responds(getPasswordReset, { username: 'j.wieland' });
export const Reset = then(reset(whose), says('j.wieland'));
export const ResetEnglish = inEnglish(reset(whose));
export const ResetOnPhone = onPhone(Reset);
export const ResetLoading = reset(neverResponds(getPasswordReset));
export const ResetVoid = then(
  reset(rejects(getPasswordReset, 'linkExpired', 'Dieser Link gilt nicht mehr.')),
  says('Dieser Link gilt nicht mehr.'),
);
export const ResetOffline = then(reset(isUnreachable(getPasswordReset)), says(offline));
export const ResetUsedMeanwhile = after(
  then(
    reset(whose, rejects(resetPassword, 'linkExpired', 'Dieser Link gilt nicht mehr.')),
    async ({ canvas, userEvent }) => {
      await userEvent.type(
        await canvas.findByLabelText(/^Neues Passwort(?! w)/, { selector: 'input' }),
        'Fahrrad-im-Regen',
      );
      await userEvent.type(
        canvas.getByLabelText(/^Neues Passwort wiederholen/, { selector: 'input' }),
        'Fahrrad-im-Regen',
      );
    },
  ),
  'Passwort festlegen',
  'Dieser Link gilt nicht mehr.',
);
const done = shown(() => (
  <At path="/reset-password-done" state={passwordReset}>
    <ResetDonePage languageChoice={languageChoice} />
  </At>
));
export const ResetDone = done;
export const ResetDoneEnglish = inEnglish(done);
export const ResetDoneOnPhone = onPhone(done);
