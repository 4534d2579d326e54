import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { CredentialsSheet } from './CredentialsSheet.tsx';

/** /reset-password-done */
export function ResetDonePage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  return (
    <CredentialsSheet title={intl.formatMessage({ id: 'resetPassword.done.title' })} languageChoice={languageChoice}>
      <p><FormattedMessage id="resetPassword.done.text" /></p>
      <Link className={buttonClass} to={paths.login()}><FormattedMessage id="login.title" /></Link>
    </CredentialsSheet>
  );
}
