import { styled } from '@linaria/react';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '#schemas/accounts/accounts.ts';
import { OpeningHours } from '#src/forms/OpeningHours.tsx';
import { StatementDialog } from '#src/forms/statements/StatementDialog.tsx';
import { consentTexts, listStatements, type ConsentName } from '#src/forms/useConsent.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { MapPin, PencilSimple, Printer } from '#src/ui/icons.ts';
import type { Icon } from '#src/ui/makeIcon.ts';
import { ArrowUpRight, ChatText, File, Globe } from '#src/ui/portalIcons.ts';
import { Note } from '#src/ui/Note.tsx';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const Parts = styled.div`
  display: grid;
  gap: var(--s-5);
  font-size: var(--text-sm);
  section {
    display: grid;
    gap: 0.15rem;
    justify-items: start;
  }
  h3 {
    margin-bottom: 0.25rem;
    font: var(--fw-strong) var(--text-sm)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  p,
  a,
  button {
    display: inline-flex;
    gap: 0.55rem;
    align-items: center;
    min-height: var(--control-sm);
    overflow-wrap: anywhere;
  }
  p {
    min-height: 0;
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent-text);
    text-align: left;
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
`;

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);

function ExternalLink({
  url,
  icon: Icon,
  children,
}: {
  url: string;
  icon: Icon;
  children: string;
}) {
  const intl = useIntl();
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={intl.formatMessage({ id: 'cases.newTab' }, { name: children })}
    >
      <Icon size={20} aria-hidden />
      <WrappedText>{children}</WrappedText>
      <ArrowUpRight size={18} aria-hidden />
    </a>
  );
}

/** Contact, forms, legal texts and automatic reply of a provider. */
export function ProviderDetails({ account }: { account: Account }) {
  const intl = useIntl();
  const [open, setOpen] = useState<ConsentName | undefined>();
  const {
    id,
    categories,
    assistants,
    feedbackUrl,
    autoResponderSetting: { isActivated: hasAutoReply, message },
  } = account;
  const statements = listStatements(account);
  return (
    <Parts>
      {hasAutoReply && (
        <Note tone="accent">
          <p>{message}</p>
        </Note>
      )}
      <Contact account={account} />
      {categories.length > 0 && (
        <Part title={<FormattedMessage id="cases.categories" />}>
          <p>{intl.formatList(categories, { type: 'unit' })}</p>
        </Part>
      )}
      {assistants.length > 0 && (
        <Part title={<FormattedMessage id="cases.assistants" />}>
          {assistants.map((assistant) => (
            <ExternalLink key={assistant.id} url={assistant.url} icon={PencilSimple}>
              {assistant.name}
            </ExternalLink>
          ))}
        </Part>
      )}
      {statements.length > 0 && (
        <Part title={<FormattedMessage id="dashboard.statements" />}>
          {statements.map((name) => (
            <button key={name} type="button" onClick={() => setOpen(name)}>
              <File size={20} aria-hidden />
              <FormattedMessage id={consentTexts[name].statement} />
            </button>
          ))}
        </Part>
      )}
      {feedbackUrl && (
        <ExternalLink url={feedbackUrl} icon={ChatText}>
          {intl.formatMessage({ id: 'dashboard.wish.tell' })}
        </ExternalLink>
      )}
      {open && <StatementDialog accountId={id} name={open} onClose={() => setOpen(undefined)} />}
    </Parts>
  );
}

function Contact({
  account: { address, phone, fax, website, openingHours },
}: {
  account: Account;
}) {
  const { street, postalCode, city } = address;
  const postalAddress = [street, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ');
  const home = parseWebAddress(website);
  if (!postalAddress && !phone && !fax && !home && !openingHours) return null;
  return (
    <Part title={<FormattedMessage id="dashboard.contact" />}>
      {postalAddress && (
        <p>
          <MapPin size={20} aria-hidden />
          <WrappedText>{postalAddress}</WrappedText>
        </p>
      )}
      {phone && <PhoneLink phone={phone} />}
      <OpeningHours hours={openingHours} />
      {fax && (
        <p>
          <Printer size={20} aria-hidden />
          <FormattedMessage id="dashboard.fax" values={{ number: fax }} />
        </p>
      )}
      {home && (
        <a href={home.href} rel="noreferrer">
          <Globe size={20} aria-hidden />
          <WrappedText>{home.host}</WrappedText>
        </a>
      )}
    </Part>
  );
}
