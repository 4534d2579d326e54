import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Navigate, useLocation } from 'react-router-dom';
import { useAccessPage } from '#src/forms/accessPageData.ts';
import { PageLink } from '#src/forms/PageLink.tsx';
import { paths } from '#src/routing/paths.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { CredentialsSheet } from './CredentialsSheet.tsx';

/** State of the history entry; it survives a reload. */
export const passwordReset = 'passwordReset';

/** /reset-password-done: confirms the reset. Without its state it redirects to the login. */
export function ResetDonePage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const { isDone = false } = useAccessPage('resetPasswordDone') ?? {};
  if (useLocation().state !== passwordReset && !isDone)
    return <Navigate to={paths.login()} replace />;
  return (
    <CredentialsSheet
      title={intl.formatMessage({ id: 'resetPassword.done.title' })}
      languageChoice={languageChoice}
    >
      <p>
        <FormattedMessage id="resetPassword.done.text" />
      </p>
      <PageLink className={buttonClass} to={paths.login()}>
        <FormattedMessage id="login.title" />
      </PageLink>
    </CredentialsSheet>
  );
}
