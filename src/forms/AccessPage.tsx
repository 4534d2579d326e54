import { styled } from '@linaria/react';
import { useEffect, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { InvitationMetadata } from '#schemas/users.ts';
import { applyTheme } from '#src/lib/brand.ts';
import { senderLine } from '#src/lib/senderLine.ts';
import { iconOf, useHeadLink } from '#src/lib/headLinks.ts';
import { AccessSheet } from '#src/ui/AccessSheet.tsx';
import { Bar } from '#src/ui/Page.tsx';
import { PortalMark } from '#src/ui/PortalMark.tsx';
import { FormFooter } from './FormFooter.tsx';
import { ProviderLogo } from './ProviderLogo.tsx';
import { statementsOf } from './useConsent.ts';

const Frame = styled.div`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  min-height: calc(100dvh - var(--consent-height, 0px));
  > header {
    background: transparent;
  }
  > main {
    align-self: center;
    margin-block: var(--s-6);
  }
  @media (max-width: 767px) {
    > main {
      align-self: start;
      margin-block: 0;
    }
  }
`;

/** Lends the page the colours of whoever has invited somebody, and the tab their sign. */
export function useInviterLook(inviter: InvitationMetadata | undefined): void {
  const { mainColor, secondaryColor } = inviter ?? {};
  useEffect(
    () =>
      mainColor && secondaryColor
        ? applyTheme({ primaryColor: mainColor, secondaryColor })
        : undefined,
    [mainColor, secondaryColor],
  );
  useHeadLink('icon', inviter && iconOf(inviter.primaryLogoUrl, inviter.accountId));
}

type AccessPageProps = {
  /** Whose door this is; the portal's own, where no key says who has invited somebody. */
  inviter: InvitationMetadata | undefined;
  title: string;
  aside: { illustration: ReactNode; title: string; text: string };
  languageChoice: ReactNode;
  children: ReactNode;
};

/** A letter before the login: who asks above it, their texts below it. */
export function AccessPage({ inviter, title, aside, languageChoice, children }: AccessPageProps) {
  const intl = useIntl();
  useInviterLook(inviter);
  return (
    <Frame>
      <Bar>
        {inviter ? (
          <ProviderLogo name={inviter.accountName} src={inviter.primaryLogoUrl} />
        ) : (
          <PortalMark name={intl.formatMessage({ id: 'app.name' })} />
        )}
        {languageChoice}
      </Bar>
      <AccessSheet
        title={title}
        sender={inviter && senderLine(inviter.accountName, inviter.address)}
        aside={aside}
      >
        {children}
      </AccessSheet>
      <FormFooter
        accountId={inviter?.accountId ?? ''}
        statements={inviter ? statementsOf(inviter) : []}
      />
    </Frame>
  );
}
