import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Assignee } from '#schemas/cases/cases.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const One = styled.div`
  display: flex;
  gap: 0.75rem;
  align-items: center;
  line-height: 1.3;
  overflow-wrap: anywhere;
  > :first-child {
    flex: none;
  }
`;
const Few = styled.button`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.75rem;
  align-items: center;
  min-height: var(--target-min);
  padding: 0;
  border: 0;
  background: none;
  text-align: left;
  > span:first-child {
    display: flex;
  }
  > span:first-child > * {
    box-shadow: 0 0 0 2px var(--surface);
  }
  > span:first-child > * + * {
    margin-left: -0.45rem;
  }
  [data-more] {
    display: grid;
    place-items: center;
    min-width: 2.5rem;
    height: 2.5rem;
    padding: 0 0.4rem;
    border-radius: var(--r-full);
    background: var(--sunken);
    color: var(--muted);
    font-size: var(--text-sm);
    font-weight: var(--fw-strong);
  }
  > span:last-child {
    color: var(--accent-text);
    font-size: var(--text-sm);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;
const All = styled.ul`
  display: grid;
  gap: var(--s-3);
  > li {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  > li > :first-child {
    flex: none;
  }
`;

const shownAtFirst = 3;

const AssigneeAvatar = ({ of: { firstName, lastName, profilePictureUrl } }: { of: Assignee }) => (
  <Avatar firstName={firstName} lastName={lastName} picture={profilePictureUrl ?? undefined} />
);

function AllAssigneesDialog({
  assignees,
  onClose,
}: {
  assignees: readonly Assignee[];
  onClose: () => void;
}) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'cases.assignees' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <All>
        {assignees.map((assignee, index) => (
          <li key={index}>
            <span aria-hidden>
              <AssigneeAvatar of={assignee} />
            </span>
            <WrappedText>
              {[assignee.lastName, assignee.firstName].filter(Boolean).join(', ')}
            </WrappedText>
          </li>
        ))}
      </All>
    </Dialog>
  );
}

/** Staff of a case. Shows three faces; a button lists all with their names. */
export function Assignees({ assignees }: { assignees: readonly Assignee[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [only] = assignees;
  if (!only) return null;
  if (assignees.length === 1)
    return (
      <One>
        <span aria-hidden>
          <AssigneeAvatar of={only} />
        </span>
        <WrappedText>{formatPersonName(only)}</WrappedText>
      </One>
    );
  const more = assignees.length - shownAtFirst;
  return (
    <>
      <Few type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span aria-hidden>
          {assignees.slice(0, shownAtFirst).map((assignee, index) => (
            <AssigneeAvatar key={index} of={assignee} />
          ))}
          {more > 0 && (
            <span data-more>
              <FormattedMessage id="cases.assignees.more" values={{ count: more }} />
            </span>
          )}
        </span>
        <span>
          <FormattedMessage id="cases.assignees.all" values={{ count: assignees.length }} />
        </span>
      </Few>
      {isOpen && <AllAssigneesDialog assignees={assignees} onClose={() => setIsOpen(false)} />}
    </>
  );
}
