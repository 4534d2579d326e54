import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { InvitationMetadata } from '#schemas/access/users.ts';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';

type InvitedSheetProps = {
  invitation: InvitationMetadata;
  title: string;
  languageChoice: ReactNode;
  children: ReactNode;
};

/** The invitation before the PIN. Names the provider and nothing of the invited person. */
export function InvitedSheet({ invitation, title, languageChoice, children }: InvitedSheetProps) {
  const intl = useIntl();
  usePageTitle(`${title} – ${invitation.accountName}`);
  return (
    <AccessPage
      inviter={invitation}
      title={title}
      languageChoice={languageChoice}
      aside={{
        illustration: <Illustration subject="phone" />,
        title: intl.formatMessage({ id: 'pin.why.title' }),
        text: intl.formatMessage({ id: 'enterPin.why' }),
      }}
    >
      {children}
    </AccessPage>
  );
}
