import { styled } from '@linaria/react';
import { useEffect, useRef, type ComponentProps, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { needsActivation } from '#src/api/accounts/accounts.ts';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { paths } from '#src/routing/paths.ts';
import { iconButtonClass } from '#src/ui/Button.tsx';
import { LockSimple } from '#src/ui/icons.ts';
import { SidebarSimple } from '#src/ui/portalIcons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { Activation } from './Activation.tsx';
import { EndedNote } from './EndedNote.tsx';

const Card = styled.li`
  position: relative;
  display: grid;
  gap: var(--s-3);
  padding: var(--s-5);
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  font-size: var(--text-sm);
  &[data-locked] {
    background: transparent;
    border-style: dashed;
    border-color: var(--border-strong);
  }
  > header {
    display: flex;
    gap: var(--s-3);
    justify-content: space-between;
    align-items: flex-start;
  }
  > header > a::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: var(--r-lg);
  } /* the whole card opens the details */
  &:has(> header > a:hover) {
    border-color: var(--accent-edge);
  }
  > header > svg {
    margin: 0.6rem 0.6rem 0 0;
    color: var(--muted);
  }
  > p {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem var(--s-5);
  }
`;

const shownCategories = 2;

/** Focuses the card after its activation, because the focused button was removed. */
function useFocusOnActivation(isActivated: boolean) {
  const card = useRef<HTMLLIElement>(null);
  const wasLocked = useRef(!isActivated);
  useEffect(() => {
    if (isActivated && wasLocked.current && document.activeElement === document.body)
      card.current?.focus();
    wasLocked.current = !isActivated;
  }, [isActivated]);
  return card;
}

/** Card of a provider in its colours, with counts. Locked until its terms are accepted. */
export function ProviderCard({ account, ...activation }: ComponentProps<typeof Activation>) {
  const intl = useIntl();
  const {
    id,
    name,
    categories,
    caseCount,
    totalUnreadMessage,
    mainColor,
    secondaryColor,
    primaryLogoUrl,
    isActivated,
  } = account;
  const card = useFocusOnActivation(isActivated);
  return (
    <Card
      ref={card}
      tabIndex={-1}
      data-brand
      data-locked={isActivated ? undefined : ''}
      style={{ '--brand': mainColor, '--brand-2': secondaryColor } as CSSProperties}
    >
      <header>
        <ProviderLogo name={name} src={primaryLogoUrl}>
          <FirstCategories categories={categories} />
        </ProviderLogo>
        {needsActivation(account) ? (
          !isActivated && <LockSimple size={24} aria-hidden />
        ) : (
          <Link
            className={iconButtonClass}
            to={paths.dashboard(id)}
            replace
            preventScrollReset
            aria-label={intl.formatMessage({ id: 'dashboard.details.of' }, { name })}
          >
            <SidebarSimple size={24} aria-hidden />
          </Link>
        )}
      </header>
      {isActivated ? (
        <p>
          <span>
            <FormattedMessage id="dashboard.cases" values={{ count: caseCount }} />
          </span>
          <UnreadCount count={totalUnreadMessage} />
        </p>
      ) : (
        <UnreadCount count={totalUnreadMessage} />
      )}
      <EndedNote endedDate={account.endedDate} />
      {needsActivation(account) && <Activation account={account} {...activation} />}
    </Card>
  );
}

const UnreadCount = ({ count }: { count: number }) =>
  count > 0 && (
    <b>
      <FormattedMessage id="dashboard.unread" values={{ count }} />
    </b>
  );

function FirstCategories({ categories }: { categories: readonly string[] }) {
  const intl = useIntl();
  const more = categories.length - shownCategories;
  const shown = [
    categories.slice(0, shownCategories).join(', '),
    ...(more > 0 ? [intl.formatMessage({ id: 'cases.categories.more' }, { count: more })] : []),
  ];
  return <WrappedText>{shown.join(' ')}</WrappedText>;
}
