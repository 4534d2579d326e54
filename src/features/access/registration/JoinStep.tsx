import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { isLive } from '#src/api/client/userSessions.ts';
import { useStored } from '#src/device/useStored.ts';
import { LoginForm } from '#src/features/access/login/LoginForm.tsx';
import { paths } from '#src/routing/paths.ts';
import { Button, flushClass } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { FormTitle } from './FormTitle.tsx';
import type { StepProps } from './RegistrationPage.tsx';

/** Accepts the invitation with the login of this browser. */
function Join({
  invitation: { accountName: name },
  steps,
  username,
}: StepProps & { username: string }) {
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function handleJoin(): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    await steps.join().catch(setError);
    setIsBusy(false);
  }

  return (
    <>
      {error !== undefined && (
        <Note tone="danger" role="alert">
          {errorText(error)}
        </Note>
      )}
      <p>
        <FormattedMessage
          id="registration.join.text"
          values={{ name, username: <b key="name">{username}</b> }}
        />
      </p>
      <Button variant="primary" isBusy={isBusy} onClick={() => void handleJoin()}>
        <FormattedMessage id="registration.join.submit" values={{ name }} />
      </Button>
      <p>
        <small>
          <FormattedMessage id="registration.join.separate" />
        </small>
      </p>
      <Link to={paths.dashboard()}>
        <FormattedMessage id="registration.toDashboard" />
      </Link>
    </>
  );
}

/** Login step, for a client who has a login already. Another provider may have invited them first. */
export function JoinStep(props: StepProps) {
  const intl = useIntl();
  const kept = useStored('registeredSession');
  const username = isLive(kept) ? (kept.user.username ?? '') : undefined;
  const { invitation, hashUserKey, steps } = props;
  return (
    <>
      <FormTitle title={intl.formatMessage({ id: 'registration.join.title' })}>
        {username === undefined && (
          <p>
            <FormattedMessage
              id="registration.join.login"
              values={{ name: invitation.accountName }}
            />
          </p>
        )}
      </FormTitle>
      {username === undefined ? (
        <>
          <LoginForm hashUserKey={hashUserKey} />
          <Button variant="ghost" className={flushClass} onClick={() => steps.goTo('username')}>
            <FormattedMessage id="registration.join.register" />
          </Button>
        </>
      ) : (
        <Join {...props} username={username} />
      )}
    </>
  );
}
