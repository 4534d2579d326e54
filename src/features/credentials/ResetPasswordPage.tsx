import { styled } from '@linaria/react';
import { Suspense, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { credentialsApi, useGetPasswordResetQuery } from '#src/api/credentials.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { isFinal, toUserMessage } from '#src/api/errors.ts';
import { newPasswordOf } from '#src/forms/newPasswordOf.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { keepLock } from '#src/lib/loginLocks.ts';
import { paths } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { CredentialsSheet } from './CredentialsSheet.tsx';
import { passwordReset } from './ResetDonePage.tsx';

const Frame = styled.div`
  width: 100%;
  min-height: 25rem;
`;

/** /reset-password: what a mailed link leads to. The link works once; opening it changes nothing. */
export function ResetPasswordPage({
  languageChoice,
  place: {
    params: { passwordKey = '' },
  },
}: {
  languageChoice: ReactNode;
  place: Place;
}) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  const once = useOnce();
  const { data, error, isFetching, refetch } = useGetPasswordResetQuery({
    params: { passwordKey },
  });
  const title = intl.formatMessage({ id: 'resetPassword.title' });

  async function submit(username: string, { password }: Record<string, unknown>): Promise<void> {
    const body = { password: newPasswordOf(password) };
    await once(body, (idempotencyKey) =>
      dispatch(
        credentialsApi.endpoints.resetPassword.initiate(
          { params: { passwordKey }, body, idempotencyKey },
          { track: false },
        ),
      ).unwrap(),
    );
    keepLock(username, undefined); // the server has opened it
    void navigate(paths.resetPasswordDone(), { replace: true, state: passwordReset });
  }

  if (data) {
    return (
      <CredentialsSheet title={title} languageChoice={languageChoice}>
        <p>
          <FormattedMessage
            id="registration.username"
            values={{ username: <b key="name">{data.username}</b> }}
          />
        </p>
        <Frame>
          <Suspense>
            <PortalForm
              name="resetPassword"
              person={data}
              submitIcon={null}
              onSubmit={(answers) => submit(data.username, answers)}
            />
          </Suspense>
        </Frame>
      </CredentialsSheet>
    );
  }
  return (
    <CredentialsSheet title={title} languageChoice={languageChoice}>
      {(!error || isFetching) && (
        <p role="status">
          <FormattedMessage id="app.loading" />
        </p>
      )}
      {error && !isFetching && (
        <Note tone="danger" role="alert">
          {toUserMessage(error, (id) => intl.formatMessage({ id }))}
        </Note>
      )}
      {error &&
        !isFetching &&
        (isFinal(error) ? (
          <Link to={paths.forgetPassword()}>
            <FormattedMessage id="resetPassword.again" />
          </Link>
        ) : (
          <Button variant="primary" onClick={() => void refetch()}>
            <FormattedMessage id="action.retry" />
          </Button>
        ))}
    </CredentialsSheet>
  );
}
