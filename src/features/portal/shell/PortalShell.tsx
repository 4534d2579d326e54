import { styled } from '@linaria/react';
import { Suspense, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { api, liveTags } from '#src/api/client/api.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { LegalLinks } from '#src/forms/LegalLinks.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteName } from '#src/routing/routes.ts';
import { useProfilePicture } from '#src/api/files/profilePictures.ts';
import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { Files, Folders, GearSix, HouseLine, Kanban, SignOut } from '#src/ui/icons.ts';
import { PortalMark } from '#src/ui/PortalMark.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';
import { useLogout } from './useLogout.tsx';

const Frame = styled.div`
  display: grid;
  grid-template-columns: 6rem minmax(0, 1fr);
  min-height: 100dvh;
  > div {
    --shell-top: 0.8rem;
    padding-top: var(--shell-top);
  }
  @media (max-width: 767px) {
    > div {
      --shell-top: var(--s-4);
    }
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: calc(4rem + env(safe-area-inset-bottom));
  }
  @media (max-width: 767px) {
    &[data-deep] {
      padding-bottom: env(safe-area-inset-bottom);
    }
    &[data-deep] > nav {
      display: none;
    }
    &[data-deep] > div {
      padding-top: 0;
    }
  } /* a case fills the page and has its own back link */
  @media print {
    display: block;
  }
`;

/** Navigation rail at the left; a bottom bar on phones. */
const Navigation = styled.nav`
  position: sticky;
  top: 0;
  z-index: var(--z-nav);
  display: flex;
  flex-direction: column;
  gap: var(--s-1);
  height: 100dvh;
  padding: var(--s-4) 0.3rem;
  padding-bottom: calc(var(--s-4) + var(--consent-height, 0px));
  > [data-mark] {
    display: grid;
    place-items: center;
    margin-bottom: var(--s-5);
  }
  a,
  button {
    position: relative;
    display: grid;
    justify-items: center;
    gap: 0.2rem;
    padding: 0.6rem 0.2rem;
    border: 0;
    border-radius: var(--r-md);
    background: none;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-medium);
    line-height: 1.2;
    text-decoration: none;
  }
  a:hover,
  button:hover {
    background: var(--accent-tint);
    color: var(--text);
  }
  a > [role='img'] {
    position: absolute;
    top: 0.2rem;
    left: calc(50% + 0.35rem);
  }
  a[aria-current] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  > [data-push] {
    margin-top: auto;
  }
  > [role='group'] {
    align-self: center;
    margin-top: var(--s-2);
  }
  > [role='group'] > button {
    align-content: center;
    min-width: 2.5rem;
    padding: 0.3rem;
    border-radius: 0;
    font-size: var(--text-sm);
  }
  > [data-avatar] {
    display: grid;
    justify-items: center;
    margin-top: var(--s-2);
  }
  > [data-legal] {
    margin-top: var(--s-2);
    padding: 0.3rem 0.1rem;
    font-weight: var(--fw-text);
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  @media (max-width: 767px) {
    position: fixed;
    inset: auto 0 var(--consent-height, 0px);
    flex-direction: row;
    gap: 0;
    height: auto;
    padding: 0 0 env(safe-area-inset-bottom);
    background: var(--surface);
    border-top: 1px solid var(--border);
    > [data-mark],
    > [role='group'],
    > [data-avatar],
    > [data-legal] {
      display: none;
    } /* the language is in the settings */
    > [data-push] {
      margin: 0;
    }
    a,
    button {
      flex: 1 1 auto;
      align-content: start;
      gap: 0.1rem;
      min-width: 0;
      min-height: var(--target-min);
      padding: 0.5rem 0.1rem 0.45rem;
      border-radius: 0;
      text-align: center;
      overflow-wrap: anywhere;
    }
    a[aria-current] {
      background: none;
    }
    a[aria-current]::before {
      content: '';
      position: absolute;
      top: 0;
      width: 2.5rem;
      height: 3px;
      border-radius: 0 0 3px 3px;
      background: var(--accent-edge);
    }
  }
  @media (max-width: 359px) {
    &[data-crowded] > :not([aria-current]) > [data-label] {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  } /* the labels of all six entries of staff do not fit */
  @media print {
    display: none;
  }
`;

/** Legal links below the page, because the phone's bar has no room for them. */
const Legal = styled.footer`
  display: none;
  flex-wrap: wrap;
  gap: var(--s-2) var(--s-5);
  padding: var(--s-5) var(--gutter);
  font-size: var(--text-sm);
  a {
    min-height: 2rem;
    color: var(--muted);
    line-height: 2rem;
  }
  @media (max-width: 767px) {
    display: flex;
    [data-deep] & {
      display: none;
    }
  }
  @media print {
    display: none;
  }
`;

/** Navigation entries. */
const entries = [
  { name: 'dashboard', to: paths.dashboard(), label: 'nav.dashboard', Icon: HouseLine },
  { name: 'cases', to: paths.cases(), label: 'nav.cases', Icon: Folders },
  { name: 'board', to: paths.board(), label: 'nav.board', Icon: Kanban },
  { name: 'businessForms', to: paths.businessForms(), label: 'nav.forms', Icon: Files },
  { name: 'settings', to: paths.settings(), label: 'nav.settings', Icon: GearSix },
] as const;

/** Pages without an entry, mapped to the entry that contains them. */
const partByRoute: Partial<Record<RouteName, RouteName>> = {
  serviceProvider: 'dashboard',
  selectedCase: 'cases',
  businessForm: 'businessForms',
  businessFormPreview: 'businessForms',
};
const isHere = (name: RouteName, here: RouteName): boolean => name === (partByRoute[here] ?? here);

type PortalShellProps = {
  languageChoice: ReactNode;
  here: RouteName;
  hasDashboard?: boolean;
  children: ReactNode;
};

/** Entries for this user. Restricted phones cannot open the list of cases. */
function useVisibleEntries(isStaff: boolean, hasDashboard: boolean) {
  const isRestrictedPhone = useIsRestrictedPhone();
  const hidden: Partial<Record<RouteName, boolean>> = {
    dashboard: !hasDashboard,
    cases: isRestrictedPhone,
    board: isRestrictedPhone || !isStaff,
    businessForms: isRestrictedPhone || !isStaff,
  };
  return entries.filter(({ name }) => !hidden[name]);
}

/** Frame of every page after the login. */
export function PortalShell({
  languageChoice,
  here,
  hasDashboard = true,
  children,
}: PortalShellProps) {
  const intl = useIntl();
  const user = useUser();
  const logout = useLogout();
  const accounts = useListAccountsQuery().data?.accounts ?? [];
  const onlyAccountId = accounts.length === 1 ? accounts[0]?.id : undefined;
  const isStaff = accounts.some(({ boardRole }) => boardRole);
  const visible = useVisibleEntries(isStaff, hasDashboard);
  const picture = useProfilePicture(user);
  const unread = accounts.reduce((sum, { totalUnreadMessage }) => sum + totalUnreadMessage, 0);
  return (
    <Frame data-deep={here === 'selectedCase' ? '' : undefined}>
      <Navigation
        data-bar
        aria-label={intl.formatMessage({ id: 'nav.label' })}
        data-crowded={visible.length > 3 ? '' : undefined}
      >
        <span data-mark>
          <PortalMark />
        </span>
        {visible.map((entry) => (
          <EntryLink
            key={entry.name}
            entry={entry}
            isCurrent={isHere(entry.name, here)}
            unread={unread}
          />
        ))}
        <button data-push type="button" onClick={logout.start}>
          <SignOut size={24} aria-hidden />
          <span data-label>
            <FormattedMessage id="nav.logout" />
          </span>
        </button>
        {languageChoice}
        {user && (
          <span data-avatar>
            <Avatar firstName={user.firstName} lastName={user.lastName} picture={picture} />
          </span>
        )}
        <Link data-legal to={paths.legalText('imprint', onlyAccountId)} target="_blank">
          <FormattedMessage id="legal.all" />
        </Link>
      </Navigation>
      <div>
        <UpdateNotice />
        <Suspense>{children}</Suspense>
        <Legal>
          <LegalLinks accountId={onlyAccountId} />
        </Legal>
      </div>
      {logout.question}
    </Frame>
  );
}

/** Link to a page. It also reloads the data that events keep current. */
function EntryLink({
  entry: { name, to, label, Icon },
  isCurrent,
  unread,
}: {
  entry: (typeof entries)[number];
  isCurrent: boolean;
  unread: number;
}) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  return (
    <Link
      to={to}
      onClick={() => void dispatch(api.util.invalidateTags([...liveTags]))}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={24} weight={isCurrent ? 'fill' : 'regular'} aria-hidden />
      <span data-label>
        <FormattedMessage id={label} />
      </span>
      {name === 'cases' && (
        <CountBadge
          count={unread}
          label={intl.formatMessage({ id: 'cases.unread' }, { count: unread })}
        />
      )}
    </Link>
  );
}
