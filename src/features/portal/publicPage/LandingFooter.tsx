import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import { localize } from '#schemas/platform/common.ts';
import { LegalLinks } from '#src/forms/LegalLinks.tsx';
import { OpeningHours } from '#src/forms/OpeningHours.tsx';
import { StatementDialog } from '#src/forms/statements/StatementDialog.tsx';
import { listStatements, type ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';
import { MarkDrawing } from '#src/ui/PortalMark.tsx';
import { wrapClass } from './parts.ts';

const Foot = styled.footer`
  background: var(--accent);
  color: var(--on-accent);
  border-top: 1px solid var(--accent-edge);
  > div {
    display: grid;
    grid-template-columns: 1.3fr 1fr 1fr;
    gap: var(--s-7);
    padding-block: var(--s-8);
  }
  > div > * {
    display: grid;
    gap: 0.35rem;
    align-content: start;
    justify-items: start;
    min-width: 0;
    font-style: normal;
    overflow-wrap: anywhere;
  }
  a,
  button {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 1.75rem;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: left;
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  [data-name] {
    font: 480 1.375rem/1.2 var(--font-serif);
  }
  [data-portal] {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    margin-top: var(--s-4);
    font-size: var(--text-sm);
  }
  img {
    max-width: 10rem;
    max-height: 4rem;
    object-fit: contain;
  }
  :focus-visible {
    outline-color: var(--on-accent);
  }
  @media (max-width: 767px) {
    > div {
      grid-template-columns: minmax(0, 1fr);
      gap: var(--s-5);
    }
    a,
    button {
      min-height: var(--target-min);
    }
  }
  @media print {
    button {
      display: none;
    }
  }
`;

/** Footer: contact, legal texts and operator, readable on the main colour. */
export function LandingFooter({ account }: { account: AccountPublicInfo }) {
  const { accountId, accountName, secondaryLogoUrl, contact, footerLinks } = account;
  const intl = useIntl();
  const language = useShownLanguage();
  const [open, setOpen] = useState<ConsentName | undefined>();
  const website = parseWebAddress(contact.website);
  const place = [contact.postalCode, contact.city].filter(Boolean).join(' ');
  const links = footerLinks.flatMap(({ label, url }) => {
    const address = parseWebAddress(url);
    return address ? [{ label: localize(label, language), href: address.href }] : [];
  });
  return (
    <>
      <Foot>
        <div className={wrapClass}>
          <div>
            {secondaryLogoUrl && <img src={secondaryLogoUrl} alt="" />}
            <p data-name>{accountName}</p>
            <p data-portal>
              <MarkDrawing side={28} strokeWidth={2.5} />
              <FormattedMessage id="app.poweredBy" />
            </p>
          </div>
          <address>
            {contact.street && <p>{contact.street}</p>}
            {place && <p>{place}</p>}
            {contact.contact && <PhoneLink phone={contact.contact} />}
            <OpeningHours hours={contact.openingHours} />
            {website && (
              <a href={website.href} rel="noreferrer">
                {website.host}
              </a>
            )}
          </address>
          <nav aria-label={intl.formatMessage({ id: 'landing.legal' })}>
            <LegalLinks
              accountId={accountId}
              statements={listStatements(account)}
              onOpen={setOpen}
            />
            {links.map(({ label, href }) => (
              <a key={href + label} href={href} rel="noreferrer">
                {label}
              </a>
            ))}
          </nav>
        </div>
      </Foot>
      {open && (
        <StatementDialog
          accountId={accountId}
          accountName={accountName}
          name={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
