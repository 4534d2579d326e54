import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { useKnownInvitation } from '#src/api/access/users.ts';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import { useAccessPage } from '#src/forms/accessPageData.ts';
import type { NavigationState } from '#src/routing/navigation.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { useStored } from '#src/device/useStored.ts';
import { LockedFolder } from '#src/ui/LockedFolder.tsx';
import { Note } from '#src/ui/Note.tsx';
import { LoginForm } from './LoginForm.tsx';

/**
 * Reason for a redirect to the login, for example an expired session. A component of its own because
 * an update of the page during hydration would replace the fields.
 */
function Reason() {
  // a valid session redirects away from here
  const hasExpired = useStored('registeredSession') !== undefined;
  const isElsewhere = useSelector(
    ({ navigation }: NavigationState) => navigation.hasLoggedOut === 'elsewhere',
  );
  const reason = isElsewhere ? 'login.endedElsewhere' : hasExpired && 'login.expired';
  return (
    reason && (
      <Note tone="accent" role="status">
        <p>
          <FormattedMessage id={reason} />
        </p>
      </Note>
    )
  );
}

/** /login, and /login/{hashUserKey} for a registered user who followed an invitation link. */
export function LoginPage({
  languageChoice,
  route: {
    params: { hashUserKey },
  },
}: {
  languageChoice: ReactNode;
  route: RouteMatch;
}) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'login.title' });
  const pages = [useAccessPage('login'), useAccessPage('loginByKey')];
  usePageTitle(title);
  return (
    <AccessPage
      inviter={useKnownInvitation(hashUserKey)}
      title={title}
      languageChoice={languageChoice}
      aside={{
        illustration: <LockedFolder />,
        title: intl.formatMessage({ id: 'login.why.title' }),
        text: intl.formatMessage({ id: 'login.why.text' }),
      }}
    >
      <Reason />
      <LoginForm hashUserKey={hashUserKey} page={pages.find((page) => page !== undefined)} />
    </AccessPage>
  );
}
