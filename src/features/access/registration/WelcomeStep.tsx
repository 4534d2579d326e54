import { FormattedMessage, useIntl } from 'react-intl';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { isLive } from '#src/api/client/userSessions.ts';
import { useStored } from '#src/device/useStored.ts';
import { ConsentBoxes } from '#src/forms/statements/Consent.tsx';
import { getConsentId, listStatements, useConsent } from '#src/forms/useConsent.ts';
import { focusControl } from '#src/engine/react/errors/ErrorSummary.tsx';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import type { StepProps } from './RegistrationPage.tsx';

/** Welcome step with the terms to accept. */
export function WelcomeStep({ invitation, steps }: StepProps) {
  const intl = useIntl();
  const { accountId, accountName, statementHashes } = invitation;
  const asked = listStatements(invitation);
  const { refuse, items: _, ...consent } = useConsent(asked, statementHashes, steps.accepted);
  const [user] = useState(useUser());
  const hasLogin = isLive(useStored('registeredSession'));
  const isOpen = asked.every((name) => consent.value[name]);
  usePageTitle(intl.formatMessage({ id: 'registration.title' }));

  function handleGoOn() {
    if (isOpen) return steps.accept(statementHashes, hasLogin ? 'login' : 'username');
    const [first, ...others] = asked.filter((name) => !consent.value[name]);
    if (!first) return;
    refuse([first, ...others]);
    focusControl(getConsentId(first));
  }

  return (
    <>
      <h1 tabIndex={-1}>
        <FormattedMessage
          id="registration.welcome.title"
          values={{ name: user ? formatPersonName(user) : '' }}
        />
      </h1>
      {steps.refusal?.page === 'welcome' && (
        <Note tone="danger" role="alert">
          {steps.refusal.text}
        </Note>
      )}
      <p>
        <FormattedMessage
          id={hasLogin ? 'registration.welcome.joining' : 'registration.welcome.text'}
          values={{ name: accountName }}
        />
      </p>
      <ConsentBoxes {...consent} accountId={accountId} />
      <Button variant="primary" aria-disabled={!isOpen || undefined} onClick={handleGoOn}>
        <FormattedMessage
          id={hasLogin ? 'registration.welcome.goOn' : 'registration.welcome.submit'}
        />
      </Button>
      {!isOpen && (
        <p>
          <small>
            <FormattedMessage id="registration.welcome.closed" />
          </small>
        </p>
      )}
      <Link to={paths.dashboard()}>
        <FormattedMessage id="registration.later" />
      </Link>
    </>
  );
}
