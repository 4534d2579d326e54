import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Place } from '#src/lib/routes.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { AccessSheet } from '#src/ui/AccessSheet.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Bar } from '#src/ui/Page.tsx';
import { PortalMark } from '#src/ui/PortalMark.tsx';
import { LoginForm } from './LoginForm.tsx';

/** /login, and /login/{hashUserKey} for whoever comes by an invitation's link and has registered already. */
export function LoginPage({ languageChoice, place: { params: { hashUserKey } } }: { languageChoice: ReactNode; place: Place }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'login.title' });
  usePageTitle(title);
  return (
    <>
      <Bar><PortalMark name={intl.formatMessage({ id: 'app.name' })} />{languageChoice}</Bar>
      <AccessSheet
        title={title}
        aside={{ illustration: <Illustration subject="lockedFolder" />, title: intl.formatMessage({ id: 'login.why.title' }), text: intl.formatMessage({ id: 'login.why.text' }) }}
      >
        <LoginForm hashUserKey={hashUserKey} />
      </AccessSheet>
    </>
  );
}
