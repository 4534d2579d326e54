import { css } from '@linaria/core';
import { useEffect, type ReactNode } from 'react';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import { sortServices } from '#schemas/accounts/looks.rules.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { LandingFooter } from './LandingFooter.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { Services } from './Services.tsx';
import { Welcome } from './Welcome.tsx';

const page = css`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  min-height: calc(100dvh - var(--consent-height, 0px));
`;

/** Public page of a provider: welcome, services and contact. */
export function LandingPage({
  account,
  languageChoice,
}: {
  account: AccountPublicInfo;
  languageChoice: ReactNode;
}) {
  const { accountId, accountName, primaryLogoUrl, primaryColor, secondaryColor, assistants } =
    account;
  const { main, others } = sortServices(assistants);
  usePageTitle(accountName);
  useEffect(() => applyTheme({ primaryColor, secondaryColor }), [primaryColor, secondaryColor]);
  useHeadLink('icon', getIconUrl(primaryLogoUrl, accountId));
  return (
    <div className={page}>
      <LandingHeader
        account={account}
        hasServices={main !== undefined}
        languageChoice={languageChoice}
      />
      <main id="content">
        <Welcome account={account} main={main} />
        {main && <Services main={main} others={others} />}
      </main>
      <LandingFooter account={account} />
    </div>
  );
}
