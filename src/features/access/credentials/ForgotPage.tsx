import { styled } from '@linaria/react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { credentialLimits } from '#schemas/access/limits.ts';
import { credentialsApi } from '#src/api/access/credentials.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { useAccessPage } from '#src/forms/accessPageData.ts';
import { PageLink } from '#src/forms/PageLink.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { CredentialsSheet } from './CredentialsSheet.tsx';

const Frame = styled.div`
  width: 100%;
  min-height: 13rem;
`;

const kinds = {
  username: {
    pages: ['forgetUsername', 'forgetUsernameByKey'],
    form: 'forgotUsername',
    title: 'forgotUsername.title',
    text: 'forgotUsername.text',
    sent: 'UsernameResetLinkSuccess',
  },
  password: {
    pages: ['forgetPassword', 'forgetPasswordByKey'],
    form: 'forgotPassword',
    title: 'forgotPassword.title',
    text: 'forgotPassword.text',
    sent: 'PasswordResetLinkSuccess',
  },
} as const;

type PageProps = { languageChoice: ReactNode; route: RouteMatch };
type ForgotPageProps = PageProps & { kind: keyof typeof kinds };

/**
 * /forget-username and /forget-password, also below /login/{hashUserKey} with the look of the
 * provider. The response never reveals if the account exists.
 */
function ForgotPage({
  kind,
  languageChoice,
  route: {
    params: { hashUserKey },
  },
}: ForgotPageProps) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const { pages, form, title, text } = kinds[kind];
  const [ofEverybody, byKey] = [useAccessPage(pages[0]), useAccessPage(pages[1])];
  const page = ofEverybody ?? byKey;
  const [isSent, setIsSent] = useState(page?.isDone ?? false);

  async function submit(answers: Record<string, unknown>): Promise<void> {
    const { sendUsername, sendPasswordLink } = credentialsApi.endpoints;
    if (kind === 'username')
      await dispatch(
        sendUsername.initiate(
          { body: { email: String(answers['email']).trim() } },
          { track: false },
        ),
      ).unwrap();
    else
      await dispatch(
        sendPasswordLink.initiate(
          { body: { username: String(answers['username']).trim() } },
          { track: false },
        ),
      ).unwrap();
    setIsSent(true);
  }

  if (isSent)
    return <MailSent kind={kind} languageChoice={languageChoice} hashUserKey={hashUserKey} />;
  return (
    <CredentialsSheet
      title={intl.formatMessage({ id: title })}
      languageChoice={languageChoice}
      hashUserKey={hashUserKey}
    >
      <p>
        <FormattedMessage id={text} />
      </p>
      <Frame>
        <Suspense>
          <PortalForm name={form} page={page} onSubmit={submit} />
        </Suspense>
      </Frame>
      <LoginLink hashUserKey={hashUserKey} />
    </CredentialsSheet>
  );
}

function MailSent({
  kind,
  languageChoice,
  hashUserKey,
}: Pick<ForgotPageProps, 'kind' | 'languageChoice'> & { hashUserKey: string | undefined }) {
  const intl = useIntl();
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), []);
  return (
    <CredentialsSheet
      subject="letter"
      title={intl.formatMessage({ id: 'credentials.sent.title' })}
      languageChoice={languageChoice}
      hashUserKey={hashUserKey}
    >
      <p role="status">
        <FormattedMessage
          id={kinds[kind].sent}
          values={{ minutes: credentialLimits.linkMinutes }}
        />
      </p>
      <p>
        <FormattedMessage id="credentials.sent.text" />
      </p>
      <LoginLink hashUserKey={hashUserKey} />
    </CredentialsSheet>
  );
}

const LoginLink = ({ hashUserKey }: { hashUserKey: string | undefined }) => (
  <PageLink to={paths.login(hashUserKey)}>
    <FormattedMessage id="credentials.toLogin" />
  </PageLink>
);

export const ForgotUsernamePage = (props: PageProps) => <ForgotPage {...props} kind="username" />;
export const ForgotPasswordPage = (props: PageProps) => <ForgotPage {...props} kind="password" />;
