import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { AccessSheet } from '#src/ui/AccessSheet.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Bar } from '#src/ui/Page.tsx';
import { PortalMark } from '#src/ui/PortalMark.tsx';

/** The letter around everything that gets somebody back to their login. */
export function CredentialsSheet({ title, subject = 'key', languageChoice, children }: { title: string; subject?: 'key' | 'letter'; languageChoice: ReactNode; children: ReactNode }) {
  const intl = useIntl();
  usePageTitle(title);
  return (
    <>
      <Bar><PortalMark name={intl.formatMessage({ id: 'app.name' })} />{languageChoice}</Bar>
      <AccessSheet
        title={title}
        aside={{ illustration: <Illustration subject={subject} />, title: intl.formatMessage({ id: 'credentials.why.title' }), text: intl.formatMessage({ id: 'credentials.why.text' }) }}
      >
        {children}
      </AccessSheet>
    </>
  );
}
