import { css } from '@linaria/core';
import { useEffect, type ReactNode } from 'react';
import type { AccountPublicInfo } from '#schemas/accounts.ts';
import { servicesOf } from '#schemas/looks.rules.ts';
import { applyTheme } from '#src/lib/brand.ts';
import { iconOf, useHeadLink } from '#src/lib/headLinks.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { LandingFooter } from './LandingFooter.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { Services } from './Services.tsx';
import { Welcome } from './Welcome.tsx';

const page = css`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  min-height: calc(100dvh - var(--consent-height, 0px));
`;

/** Whom to turn to, with what, and where to begin (product.md §2.4, Public landing page). */
export function LandingPage({
  account,
  languageChoice,
}: {
  account: AccountPublicInfo;
  languageChoice: ReactNode;
}) {
  const { accountId, accountName, primaryLogoUrl, primaryColor, secondaryColor, assistants } =
    account;
  const { main, others } = servicesOf(assistants);
  usePageTitle(accountName);
  useEffect(() => applyTheme({ primaryColor, secondaryColor }), [primaryColor, secondaryColor]);
  useHeadLink('icon', iconOf(primaryLogoUrl, accountId));
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
