import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { paths } from '#src/routing/paths.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { CredentialsSheet } from './CredentialsSheet.tsx';

/** State of the history entry; it survives a reload. */
export const passwordReset = 'passwordReset';

/** /reset-password-done: confirms the reset. Without its state it redirects to the login. */
export function ResetDonePage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  if (useLocation().state !== passwordReset) return <Navigate to={paths.login()} replace />;
  return (
    <CredentialsSheet
      title={intl.formatMessage({ id: 'resetPassword.done.title' })}
      languageChoice={languageChoice}
    >
      <p>
        <FormattedMessage id="resetPassword.done.text" />
      </p>
      <Link className={buttonClass} to={paths.login()}>
        <FormattedMessage id="login.title" />
      </Link>
    </CredentialsSheet>
  );
}
