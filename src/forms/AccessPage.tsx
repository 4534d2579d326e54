import { styled } from '@linaria/react';
import { useEffect, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { InvitationMetadata } from '#schemas/access/users.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { formatSender } from '#src/forms/formatSender.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { AccessSheet } from '#src/ui/AccessSheet.tsx';
import { Bar } from '#src/ui/Page.tsx';
import { PortalMark } from '#src/ui/PortalMark.tsx';
import { FormFooter } from './FormFooter.tsx';
import { ProviderLogo } from './ProviderLogo.tsx';
import { listStatements } from './useConsent.ts';

const Frame = styled.div`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  min-height: calc(100dvh - var(--consent-height, 0px));
  > header {
    background: transparent;
  }
  > main {
    align-self: start; /* the title keeps its place when the content grows */
    margin-block: clamp(var(--s-5), (100dvh - 46rem) / 2, 8rem) var(--s-6);
  }
  @media (max-width: 767px) {
    > main {
      align-self: start;
      margin-block: 0;
    }
  }
`;

/** Applies the colours and the icon of the account that sent the invitation. */
export function useInviterTheme(inviter: InvitationMetadata | undefined): void {
  const { mainColor, secondaryColor } = inviter ?? {};
  useEffect(
    () =>
      mainColor && secondaryColor
        ? applyTheme({ primaryColor: mainColor, secondaryColor })
        : undefined,
    [mainColor, secondaryColor],
  );
  useHeadLink('icon', inviter && getIconUrl(inviter.primaryLogoUrl, inviter.accountId));
}

type AccessPageProps = {
  /** The account that sent the invitation; without a key the portal's own look. */
  inviter: InvitationMetadata | undefined;
  title: string;
  aside: { illustration: ReactNode; title: string; text: string };
  languageChoice: ReactNode;
  children: ReactNode;
};

/** A page before the login: the sender above it, legal texts below it. */
export function AccessPage({ inviter, title, aside, languageChoice, children }: AccessPageProps) {
  const intl = useIntl();
  useInviterTheme(inviter);
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
        sender={inviter && formatSender(inviter.accountName, inviter.address)}
        aside={aside}
      >
        {children}
      </AccessSheet>
      <FormFooter
        accountId={inviter?.accountId ?? ''}
        statements={inviter ? listStatements(inviter) : []}
      />
    </Frame>
  );
}
