import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Dialog } from '#src/ui/Dialog.tsx';
import type { Icon } from '#src/ui/makeIcon.ts';
import { SignOut } from '#src/ui/portalIcons.ts';

const Entries = styled.ul`
  display: grid;
  gap: var(--s-1);
  margin-inline: calc(-1 * var(--s-3));
  a,
  button {
    display: flex;
    gap: var(--s-4);
    align-items: center;
    width: 100%;
    min-height: var(--control);
    padding: 0.5rem var(--s-3);
    border: 0;
    border-radius: var(--r-md);
    background: none;
    color: inherit;
    text-align: left;
    text-decoration: none;
  }
  a[aria-current] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
`;

type Entry = {
  name: string;
  to: string;
  label:
    | 'nav.board'
    | 'nav.cases'
    | 'nav.clients'
    | 'nav.dashboard'
    | 'nav.firmCases'
    | 'nav.forms'
    | 'nav.inbox'
    | 'nav.settings';
  Icon: Icon;
  isCurrent: boolean;
};

type PhoneMenuProps = {
  entries: readonly Entry[];
  languageChoice: ReactNode;
  onClose: () => void;
  onLogout: () => void;
};

/** Everything that the bar of a phone has no room for. */
export function PhoneMenu({ entries, languageChoice, onClose, onLogout }: PhoneMenuProps) {
  const intl = useIntl();
  function handleLogout(): void {
    onClose();
    onLogout();
  }
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'nav.menu' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
      actions={languageChoice}
    >
      <Entries>
        {entries.map(({ name, to, label, Icon, isCurrent }) => (
          <li key={name}>
            <Link to={to} onClick={onClose} aria-current={isCurrent ? 'page' : undefined}>
              <Icon size={24} aria-hidden />
              <FormattedMessage id={label} />
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={handleLogout}>
            <SignOut size={24} aria-hidden />
            <FormattedMessage id="nav.logout" />
          </button>
        </li>
      </Entries>
    </Dialog>
  );
}
