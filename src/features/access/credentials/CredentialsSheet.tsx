import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useKnownInvitation } from '#src/api/access/users.ts';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';

type CredentialsSheetProps = {
  title: string;
  subject?: 'key' | 'letter';
  /** key of the invitation, if the user came from its login */
  hashUserKey?: string | undefined;
  languageChoice: ReactNode;
  children: ReactNode;
};

/** Page frame of forgotten usernames and passwords. */
export function CredentialsSheet({
  title,
  subject = 'key',
  hashUserKey,
  languageChoice,
  children,
}: CredentialsSheetProps) {
  const intl = useIntl();
  usePageTitle(title);
  return (
    <AccessPage
      inviter={useKnownInvitation(hashUserKey)}
      title={title}
      languageChoice={languageChoice}
      aside={{
        illustration: <Illustration subject={subject} />,
        title: intl.formatMessage({ id: 'credentials.why.title' }),
        text: intl.formatMessage({ id: 'credentials.why.text' }),
      }}
    >
      {children}
    </AccessPage>
  );
}
