import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { skipToken } from '@reduxjs/toolkit/query';
import type { Account } from '#schemas/accounts/accounts.ts';
import { findInbox, isStaffOnly } from '#schemas/accounts/staff.rules.ts';
import { countUnread, useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { api, liveTags } from '#src/api/client/api.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { useCountInboxQuery } from '#src/api/tasks/inbox.ts';
import { useProfilePicture } from '#src/api/files/profilePictures.ts';
import { paths } from '#src/routing/paths.ts';
import type { RouteName } from '#src/routing/routes.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { HouseLine } from '#src/ui/icons.ts';
import {
  Files,
  Folders,
  GearSix,
  Kanban,
  List,
  SignOut,
  Tray,
  Users,
} from '#src/ui/portalIcons.ts';
import { PortalMark } from '#src/ui/PortalMark.tsx';
import { Navigation } from './Navigation.ts';
import { PhoneMenu } from './PhoneMenu.tsx';
import { useLogout } from './useLogout.tsx';

/** Navigation entries. */
const entries = [
  { name: 'inbox', to: paths.inbox(), label: 'nav.inbox', Icon: Tray },
  { name: 'dashboard', to: paths.dashboard(), label: 'nav.dashboard', Icon: HouseLine },
  { name: 'cases', to: paths.cases(), label: 'nav.cases', Icon: Folders },
  { name: 'firmCases', to: paths.firmCases(), label: 'nav.firmCases', Icon: Folders },
  { name: 'board', to: paths.board(), label: 'nav.board', Icon: Kanban },
  { name: 'clients', to: paths.clients(), label: 'nav.clients', Icon: Users },
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

type RailEndProps = {
  languageChoice: ReactNode;
  onlyAccountId: string | undefined;
  onLogout: () => void;
};

/** End of the rail. A phone has it in its menu and below the page. */
function RailEnd({ languageChoice, onlyAccountId, onLogout }: RailEndProps) {
  const user = useUser();
  const picture = useProfilePicture(user);
  return (
    <>
      <button data-push type="button" onClick={onLogout}>
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
    </>
  );
}

/** Entries in the bar of a phone. The others are in its menu. */
const isInBar = (name: RouteName): boolean =>
  name === 'inbox' || name === 'dashboard' || name === 'cases' || name === 'firmCases';

/** Counts the new items of the inbox that its entry opens. */
function useNewItems(accounts: readonly Account[]): number {
  const acc = findInbox(accounts)?.id;
  const args = acc === undefined ? skipToken : { params: { acc } };
  return useCountInboxQuery(args).data?.new ?? 0;
}

/** Entries for this user. Restricted phones have the list of cases on the dashboard. */
function useVisibleEntries(accounts: readonly Account[], hasDashboard: boolean) {
  const isRestrictedPhone = useIsRestrictedPhone();
  const isStaff = accounts.some(({ boardRole }) => boardRole);
  const hasInbox = findInbox(accounts) !== undefined;
  const startsInInbox = hasInbox && isStaffOnly(accounts);
  const hidden: Partial<Record<RouteName, boolean>> = {
    inbox: !hasInbox,
    dashboard: !hasDashboard || startsInInbox,
    cases: startsInInbox,
    firmCases: !hasInbox,
    board: isRestrictedPhone || !isStaff,
    clients: !hasInbox,
    businessForms: isRestrictedPhone || !isStaff,
  };
  return entries
    .filter(({ name }) => !hidden[name])
    .map((entry) => {
      if (entry.name === 'cases' && isRestrictedPhone) return { ...entry, to: paths.ownCases() };
      // Users who are also clients have two entries for cases.
      const isOnlyOne = entry.name === 'firmCases' && startsInInbox;
      return isOnlyOne ? { ...entry, label: 'nav.cases' as const } : entry;
    });
}

export type MainMenuProps = {
  languageChoice: ReactNode;
  here: RouteName;
  hasDashboard?: boolean;
  onlyAccountId: string | undefined;
};

/** Rail, or bar and menu of a phone, with the question before a logout. */
export function MainMenu({
  languageChoice,
  here,
  hasDashboard = true,
  onlyAccountId,
}: MainMenuProps) {
  const intl = useIntl();
  const logout = useLogout();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const accounts = useListAccountsQuery().data?.accounts ?? [];
  const visible = useVisibleEntries(accounts, hasDashboard);
  const inMenu = visible
    .filter(({ name }) => !isInBar(name))
    .map((entry) => ({ ...entry, isCurrent: isHere(entry.name, here) }));
  const counts = { cases: countUnread(accounts), inbox: useNewItems(accounts) };
  return (
    <>
      <Navigation data-bar aria-label={intl.formatMessage({ id: 'nav.label' })}>
        <span data-mark>
          <PortalMark />
        </span>
        {visible.map((entry) => (
          <EntryLink
            key={entry.name}
            entry={entry}
            isCurrent={isHere(entry.name, here)}
            counts={counts}
          />
        ))}
        <MenuButton
          isCurrent={inMenu.some(({ isCurrent }) => isCurrent)}
          onClick={() => setIsMenuOpen(true)}
        />
        <RailEnd
          languageChoice={languageChoice}
          onlyAccountId={onlyAccountId}
          onLogout={logout.start}
        />
      </Navigation>
      {isMenuOpen && (
        <PhoneMenu
          entries={inMenu}
          languageChoice={languageChoice}
          onClose={() => setIsMenuOpen(false)}
          onLogout={logout.start}
        />
      )}
      {logout.question}
    </>
  );
}

function MenuButton({ isCurrent, onClick }: { isCurrent: boolean; onClick: () => void }) {
  return (
    <button
      data-menu
      type="button"
      aria-haspopup="dialog"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
    >
      <List size={24} aria-hidden />
      <span data-label>
        <FormattedMessage id="nav.menu" />
      </span>
    </button>
  );
}

/** Link to a page. It also reloads the data that events keep current. */
function EntryLink({
  entry: { name, to, label, Icon },
  isCurrent,
  counts,
}: {
  entry: Omit<(typeof entries)[number], 'to'> & { to: string };
  isCurrent: boolean;
  counts: { cases: number; inbox: number };
}) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  return (
    <Link
      data-wide={isInBar(name) ? undefined : ''}
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
          count={counts.cases}
          label={intl.formatMessage({ id: 'cases.unread' }, { count: counts.cases })}
        />
      )}
      {name === 'inbox' && (
        <CountBadge
          count={counts.inbox}
          label={intl.formatMessage({ id: 'nav.newItems' }, { count: counts.inbox })}
        />
      )}
    </Link>
  );
}
