import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#src/api/client/useUser.ts';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import type { StepProps } from './RegistrationPage.tsx';

/** Last step. Links to the dashboard with a session, otherwise to the login. */
export function DoneStep({ invitation: { accountName }, steps }: StepProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const isLoggedIn = useUser() !== undefined;
  usePageTitle(intl.formatMessage({ id: 'registration.done.title' }));

  function handleGoOn() {
    steps.end();
    void navigate(isLoggedIn ? paths.dashboard() : paths.login(), { replace: true });
  }

  return (
    <>
      <h1 tabIndex={-1}>
        <FormattedMessage id="registration.done.title" />
      </h1>
      <p>
        <FormattedMessage
          id={isLoggedIn ? 'registration.done.text' : 'registration.done.login'}
          values={{ name: accountName }}
        />
      </p>
      <Button variant="primary" onClick={handleGoOn}>
        <FormattedMessage id={isLoggedIn ? 'registration.toDashboard' : 'login.title'} />
      </Button>
    </>
  );
}
