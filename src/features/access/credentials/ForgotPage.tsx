import { styled } from '@linaria/react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { credentialLimits } from '#schemas/access/limits.ts';
import { credentialsApi } from '#src/api/access/credentials.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { CredentialsSheet } from './CredentialsSheet.tsx';

const Frame = styled.div`
  width: 100%;
  min-height: 13rem;
`;

type PageProps = { languageChoice: ReactNode; route: RouteMatch };

const kinds = {
  username: {
    form: 'forgotUsername',
    title: 'forgotUsername.title',
    text: 'forgotUsername.text',
    sent: 'UsernameResetLinkSuccess',
  },
  password: {
    form: 'forgotPassword',
    title: 'forgotPassword.title',
    text: 'forgotPassword.text',
    sent: 'PasswordResetLinkSuccess',
  },
} as const;

/** /forget-username and /forget-password. The response never reveals if the account exists. */
function ForgotPage({
  kind,
  languageChoice,
  route: {
    params: { hashUserKey },
  },
}: PageProps & { kind: keyof typeof kinds }) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const [isSent, setIsSent] = useState(false);
  const { form, title, text, sent } = kinds[kind];
  const toLogin = (
    <Link to={paths.login(hashUserKey)}>
      <FormattedMessage id="credentials.toLogin" />
    </Link>
  );

  useEffect(() => {
    if (isSent) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isSent]);

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

  if (isSent) {
    return (
      <CredentialsSheet
        key="sent"
        subject="letter"
        title={intl.formatMessage({ id: 'credentials.sent.title' })}
        languageChoice={languageChoice}
        hashUserKey={hashUserKey}
      >
        <p role="status">
          <FormattedMessage id={sent} values={{ minutes: credentialLimits.linkMinutes }} />
        </p>
        <p>
          <FormattedMessage id="credentials.sent.text" />
        </p>
        {toLogin}
      </CredentialsSheet>
    );
  }
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
          <PortalForm name={form} onSubmit={submit} />
        </Suspense>
      </Frame>
      {toLogin}
    </CredentialsSheet>
  );
}

export const ForgotUsernamePage = (props: PageProps) => <ForgotPage {...props} kind="username" />;
export const ForgotPasswordPage = (props: PageProps) => <ForgotPage {...props} kind="password" />;
