import { styled } from '@linaria/react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { paths } from '#src/routing/paths.ts';
import { buttonClass, IconButton } from '#src/ui/Button.tsx';
import { X } from '#src/ui/icons.ts';
import { List, SignIn } from '#src/ui/portalIcons.ts';
import { servicesId, wrapClass } from './parts.ts';

const Bar = styled.header`
  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-4);
    padding-block: 1.25rem;
  }
  > div > a {
    display: inline-flex;
    min-width: 0;
    flex: 1;
    text-decoration: none;
    text-transform: lowercase;
  }
  > div > a [data-mark] {
    text-transform: none;
  }
  > div > button {
    display: none;
  }
  nav {
    display: flex;
    align-items: center;
    gap: var(--s-6);
  }
  nav > a[href^='#'] {
    padding: 0.6rem 0;
    color: var(--text);
    font-weight: var(--fw-medium);
    text-decoration: none;
  }
  nav > a[href^='#']:hover {
    text-decoration: underline;
  }
  @media (max-width: 767px) {
    > div {
      padding-block: 0.8rem;
    }
    > div > button {
      display: inline-flex;
    }
    nav {
      display: none;
      flex-basis: 100%;
      flex-direction: column;
      align-items: stretch;
      gap: var(--s-2);
      padding-block: var(--s-2) var(--s-4);
      border-block: 1px solid var(--border);
    }
    nav[data-open] {
      display: flex;
    }
    nav > a[href^='#'] {
      min-height: var(--target-min);
    }
    nav > [role='group'] {
      align-self: start;
    }
  }
  /* Without scripts nothing opens the menu. */
  @media (max-width: 767px) and (scripting: none) {
    > div > button {
      display: none;
    }
    nav {
      display: flex;
    }
  }
  @media print {
    nav,
    button {
      display: none !important;
    }
  }
`;

/** Header with navigation; a menu button on phones. */
export function LandingHeader({
  account: { accountName, primaryLogoUrl },
  hasServices,
  languageChoice,
}: {
  account: AccountPublicInfo;
  hasServices: boolean;
  languageChoice: ReactNode;
}) {
  const intl = useIntl();
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const burger = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);

  function closeByKey({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || !isOpen) return;
    close();
    burger.current?.querySelector('button')?.focus();
  }

  return (
    <Bar onKeyDown={closeByKey}>
      <div ref={burger} className={wrapClass}>
        <a
          href="#top"
          aria-label={intl.formatMessage({ id: 'landing.home' }, { name: accountName })}
        >
          <ProviderLogo name={accountName} src={primaryLogoUrl} />
        </a>
        <IconButton
          label={intl.formatMessage({ id: isOpen ? 'landing.menu.close' : 'landing.menu.open' })}
          icon={isOpen ? <X size={24} aria-hidden /> : <List size={24} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls="landing-menu"
          onClick={() => setOpen(!isOpen)}
        />
        <nav
          id="landing-menu"
          aria-label={intl.formatMessage({ id: 'landing.menu' })}
          data-open={isOpen ? '' : undefined}
        >
          <a href="#top" onClick={close}>
            <FormattedMessage id="landing.start" />
          </a>
          {hasServices && (
            <a href={`#${servicesId}`} onClick={close}>
              <FormattedMessage id="landing.services" />
            </a>
          )}
          {languageChoice}
          <Link className={buttonClass} to={user ? paths.dashboard() : paths.login()}>
            <SignIn size={20} aria-hidden />
            <FormattedMessage id={user ? 'nav.portal' : 'login.title'} />
          </Link>
        </nav>
      </div>
    </Bar>
  );
}
