import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { useKnownInvitation } from '#src/api/users.ts';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import type { NavigationState } from '#src/lib/navigation.ts';
import type { Place } from '#src/lib/routes.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { useStored } from '#src/lib/useStored.ts';
import { LockedFolder } from '#src/ui/LockedFolder.tsx';
import { Note } from '#src/ui/Note.tsx';
import { LoginForm } from './LoginForm.tsx';

/** Why somebody stands here who was logged in before and has not logged out in this tab. */
function useReason(): 'login.endedElsewhere' | 'login.expired' | undefined {
  const hasExpired = useStored('registeredSession') !== undefined; // a live one leads away from here
  const isElsewhere = useSelector(
    ({ navigation }: NavigationState) => navigation.hasLoggedOut === 'elsewhere',
  );
  return isElsewhere ? 'login.endedElsewhere' : hasExpired ? 'login.expired' : undefined;
}

/** /login, and /login/{hashUserKey} for whoever comes by an invitation's link and has registered already. */
export function LoginPage({
  languageChoice,
  place: {
    params: { hashUserKey },
  },
}: {
  languageChoice: ReactNode;
  place: Place;
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
