import { styled } from '@linaria/react';
import { use, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { FooterLinksContext } from '#src/brands/footerLinks.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { LegalLinks } from './LegalLinks.tsx';
import { StatementDialog } from './statements/StatementDialog.tsx';
import type { ConsentName } from './useConsent.ts';

const Footer = styled.footer`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2) var(--s-5);
  align-items: center;
  padding: var(--s-5) var(--gutter);
  color: var(--muted);
  font-size: var(--text-sm);
  button,
  a {
    min-height: 2rem;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    line-height: 2rem;
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  span {
    margin-left: auto;
  }
  @media (max-width: 639px) {
    span {
      width: 100%;
      margin-left: 0;
    }
  }
  @media print {
    display: none;
  }
`;

/** Footer with the provider's legal texts, the links of a brand and the operator's imprint. */
export function FormFooter({
  accountId = '',
  statements = [],
  hasLegalLinks = true,
}: {
  accountId?: string;
  statements?: readonly ConsentName[];
  /** the page has no main element of its own */ hasLegalLinks?: boolean;
}) {
  const language = useShownLanguage();
  const ofBrand = use(FooterLinksContext);
  const [open, setOpen] = useState<ConsentName | undefined>();
  return (
    <>
      <Footer>
        {hasLegalLinks && (
          <LegalLinks accountId={accountId} statements={statements} onOpen={setOpen} />
        )}
        {ofBrand.map(({ label, url }) => (
          <a key={url} href={url} rel="noreferrer">
            {localize(label, language)}
          </a>
        ))}
        <span>
          <FormattedMessage id="app.poweredBy" />
        </span>
      </Footer>
      {open && (
        <StatementDialog accountId={accountId} name={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
