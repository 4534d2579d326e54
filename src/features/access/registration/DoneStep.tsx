import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#src/api/client/useUser.ts';
import { isLive } from '#src/api/client/userSessions.ts';
import { useStored } from '#src/device/useStored.ts';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import type { StepProps } from './RegistrationPage.tsx';

/** Last step. Links to the dashboard with a session, otherwise to the login. */
export function DoneStep({ invitation: { accountId, accountName }, steps }: StepProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const isLoggedIn = useUser() !== undefined;
  const kept = useStored('registeredSession');
  const hasJoined = isLive(kept) && kept.user.accountIds.includes(accountId);
  const title = intl.formatMessage(
    { id: hasJoined ? 'registration.done.joined.title' : 'registration.done.title' },
    { name: accountName },
  );
  const withoutLogin = isLoggedIn ? 'registration.done.text' : 'registration.done.login';
  usePageTitle(title);

  function handleGoOn() {
    steps.end();
    void navigate(isLoggedIn ? paths.dashboard() : paths.login(), { replace: true });
  }

  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        <FormattedMessage
          id={hasJoined ? 'registration.done.joined' : withoutLogin}
          values={{ name: accountName }}
        />
      </p>
      <Button variant="primary" onClick={handleGoOn}>
        <FormattedMessage id={isLoggedIn ? 'registration.toDashboard' : 'login.title'} />
      </Button>
    </>
  );
}
