import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { useKnownInvitation } from '#src/api/access/users.ts';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import type { NavigationState } from '#src/routing/navigation.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { useStored } from '#src/device/useStored.ts';
import { LockedFolder } from '#src/ui/LockedFolder.tsx';
import { Note } from '#src/ui/Note.tsx';
import { LoginForm } from './LoginForm.tsx';

/** Reason for a redirect to the login, for example an expired session. */
function useReason(): 'login.endedElsewhere' | 'login.expired' | undefined {
  // a valid session redirects away from here
  const hasExpired = useStored('registeredSession') !== undefined;
  const isElsewhere = useSelector(
    ({ navigation }: NavigationState) => navigation.hasLoggedOut === 'elsewhere',
  );
  return isElsewhere ? 'login.endedElsewhere' : hasExpired ? 'login.expired' : undefined;
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
  const reason = useReason();
  const title = intl.formatMessage({ id: 'login.title' });
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
      {reason && (
        <Note tone="accent" role="status">
          <p>
            <FormattedMessage id={reason} />
          </p>
        </Note>
      )}
      <LoginForm hashUserKey={hashUserKey} />
    </AccessPage>
  );
}
