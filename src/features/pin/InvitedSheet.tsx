import { useEffect, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { InvitationMetadata } from '#schemas/users.ts';
import { statementsOf } from '#src/forms/useConsent.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { applyTheme } from '#src/lib/brand.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { AccessSheet } from '#src/ui/AccessSheet.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Logo } from '#src/ui/Logo.tsx';
import { Bar } from '#src/ui/Page.tsx';

type InvitedSheetProps = { invitation: InvitationMetadata; title: string; languageChoice: ReactNode; children: ReactNode };

/** The letter of whoever has invited somebody, before the PIN: it tells who asks, and nothing of the person. */
export function InvitedSheet({ invitation, title, languageChoice, children }: InvitedSheetProps) {
  const intl = useIntl();
  const { accountId, accountName, primaryLogoUrl, mainColor, secondaryColor } = invitation;
  usePageTitle(`${title} – ${accountName}`);
  useEffect(() => applyTheme({ primaryColor: mainColor, secondaryColor }), [mainColor, secondaryColor]);
  return (
    <>
      <Bar><Logo name={accountName} src={primaryLogoUrl} />{languageChoice}</Bar>
      <AccessSheet
        title={title} sender={accountName}
        aside={{ illustration: <Illustration subject="phone" />, title: intl.formatMessage({ id: 'pin.why.title' }), text: intl.formatMessage({ id: 'enterPin.why' }) }}
      >
        {children}
      </AccessSheet>
      <FormFooter accountId={accountId} statements={statementsOf(invitation)} />
    </>
  );
}
