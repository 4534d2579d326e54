import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useKnownInvitation } from '#src/api/users.ts';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import type { Place } from '#src/lib/routes.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { LockedFolder } from '#src/ui/LockedFolder.tsx';
import { LoginForm } from './LoginForm.tsx';

/** /login, and /login/{hashUserKey} for whoever comes by an invitation's link and has registered already. */
export function LoginPage({ languageChoice, place: { params: { hashUserKey } } }: { languageChoice: ReactNode; place: Place }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'login.title' });
  usePageTitle(title);
  return (
    <AccessPage
      inviter={useKnownInvitation(hashUserKey)} title={title} languageChoice={languageChoice}
      aside={{ illustration: <LockedFolder />, title: intl.formatMessage({ id: 'login.why.title' }), text: intl.formatMessage({ id: 'login.why.text' }) }}
    >
      <LoginForm hashUserKey={hashUserKey} />
    </AccessPage>
  );
}
