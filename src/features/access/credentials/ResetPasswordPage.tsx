import { styled } from '@linaria/react';
import { Suspense, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { credentialsApi, useGetPasswordResetQuery } from '#src/api/access/credentials.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { isFinal } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useAccessPage } from '#src/forms/accessPageData.ts';
import { Loading } from '#src/forms/Failure.tsx';
import { getNewPassword } from '#src/forms/getNewPassword.ts';
import { PageLink } from '#src/forms/PageLink.tsx';
import { PortalForm, type PostedPage } from '#src/forms/PortalForm.tsx';
import { saveLock } from '#src/device/loginLocks.ts';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { CredentialsSheet } from './CredentialsSheet.tsx';
import { passwordReset } from './ResetDonePage.tsx';

const Frame = styled.div`
  width: 100%;
  min-height: 25rem;
`;

/** /reset-password: target of the mailed link. The link works once; opening it changes nothing. */
export function ResetPasswordPage({
  languageChoice,
  route: {
    params: { passwordKey = '' },
  },
}: {
  languageChoice: ReactNode;
  route: RouteMatch;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const rendered = useAccessPage('resetPassword');
  const [page] = useState(rendered);
  const link = page?.link;
  const { data, error, isFetching, refetch } = useGetPasswordResetQuery(
    { params: { passwordKey } },
    { skip: link !== undefined },
  );
  const person = link && 'username' in link ? link : data;
  const refusal = link && 'refusal' in link ? link.refusal : error && errorText(error);
  return (
    <CredentialsSheet
      title={intl.formatMessage({ id: 'resetPassword.title' })}
      languageChoice={languageChoice}
    >
      {person && <NewPassword passwordKey={passwordKey} person={person} page={page} />}
      {!person && (refusal === undefined || isFetching) && <Loading />}
      {!person && refusal !== undefined && !isFetching && (
        <>
          <Note tone="danger" role="alert">
            {refusal}
          </Note>
          {link || isFinal(error) ? (
            <PageLink to={paths.forgetPassword()}>
              <FormattedMessage id="resetPassword.again" />
            </PageLink>
          ) : (
            <Button variant="primary" onClick={() => void refetch()}>
              <FormattedMessage id="action.retry" />
            </Button>
          )}
        </>
      )}
    </CredentialsSheet>
  );
}

/** Asks for the new password and sends it with the key of the link. */
function NewPassword({
  passwordKey,
  person,
  page,
}: {
  passwordKey: string;
  person: { username: string };
  page: PostedPage | undefined;
}) {
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  const once = useOnce();

  async function submit({ password }: Record<string, unknown>): Promise<void> {
    const body = { password: getNewPassword(password) };
    await once(body, (idempotencyKey) =>
      dispatch(
        credentialsApi.endpoints.resetPassword.initiate(
          { params: { passwordKey }, body, idempotencyKey },
          { track: false },
        ),
      ).unwrap(),
    );
    saveLock(person.username, undefined); // the server has accepted the link
    void navigate(paths.resetPasswordDone(), { replace: true, state: passwordReset });
  }

  return (
    <>
      <p>
        <FormattedMessage
          id="registration.username"
          values={{ username: <b key="name">{person.username}</b> }}
        />
      </p>
      <Frame>
        <Suspense>
          <PortalForm
            name="resetPassword"
            person={person}
            page={page}
            submitIcon={null}
            onSubmit={submit}
          />
        </Suspense>
      </Frame>
    </>
  );
}
