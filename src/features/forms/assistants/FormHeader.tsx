import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { isLive } from '#src/api/client/userSessions.ts';
import { useStored } from '#src/device/useStored.ts';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { paths } from '#src/routing/paths.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { HouseLine, LockSimple } from '#src/ui/icons.ts';

const TopBar = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-4);
  padding: 0.7rem var(--gutter);
  background: var(--surface);
  border-bottom: 1px solid var(--border);
  > a {
    display: inline-flex;
    min-width: 0;
    text-decoration: none;
  }
  > p {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    margin-left: auto;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > [data-way-back] {
    gap: 0.4rem;
    align-items: center;
    min-height: var(--target-min);
    margin-left: auto;
    white-space: nowrap;
  }
  > [data-way-back] + p {
    margin-left: 0;
  }
  > p + * {
    margin-left: var(--s-2);
  }
  > p ~ * {
    flex: none;
  }
  @media (max-width: 767px) {
    > p {
      display: none;
    }
    > :last-child:not([data-way-back] ~ *) {
      margin-left: auto;
    }
  }
`;

/** Header of a form: provider, connection security and language. */
export function FormHeader({
  accountName,
  logoUrl,
  website,
  children,
}: {
  accountName: string;
  logoUrl: string | null;
  website: string;
  children: ReactNode;
}) {
  const intl = useIntl();
  const logo = <ProviderLogo name={accountName} src={logoUrl} />;
  const home = parseWebAddress(website);
  return (
    <TopBar>
      {home ? (
        <a
          href={home.href}
          rel="noreferrer"
          aria-label={intl.formatMessage({ id: 'form.home' }, { name: accountName })}
        >
          {logo}
        </a>
      ) : (
        logo
      )}
      {isLive(useStored('registeredSession')) && (
        <Link data-way-back to={paths.dashboard()}>
          <HouseLine size={20} aria-hidden />
          <FormattedMessage id="form.toDashboard" />
        </Link>
      )}
      <p>
        <LockSimple size={20} aria-hidden />
        <FormattedMessage id="form.encrypted" />
      </p>
      {children}
    </TopBar>
  );
}
