import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Assignee } from '#schemas/cases.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

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

const shownAtFirst = 3; // calls.md §9

/** Who works on a case: three faces and how many more; a press shows them with their names. */
export function Assignees({ assignees }: { assignees: readonly Assignee[] }) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const [only] = assignees;
  if (!only) return null;
  if (assignees.length === 1)
    return (
      <One>
        <span aria-hidden>
          <Avatar
            firstName={only.firstName}
            lastName={only.lastName}
            picture={only.profilePictureUrl ?? undefined}
          />
        </span>
        {`${only.firstName} ${only.lastName}`.trim()}
      </One>
    );
  const more = assignees.length - shownAtFirst;
  return (
    <>
      <Few type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span aria-hidden>
          {assignees
            .slice(0, shownAtFirst)
            .map(({ firstName, lastName, profilePictureUrl }, index) => (
              <Avatar
                key={index}
                firstName={firstName}
                lastName={lastName}
                picture={profilePictureUrl ?? undefined}
              />
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
      {isOpen && (
        <Dialog
          size="small"
          title={intl.formatMessage({ id: 'cases.assignees' })}
          closeLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={() => setIsOpen(false)}
        >
          <All>
            {assignees.map(({ firstName, lastName, profilePictureUrl }, index) => (
              <li key={index}>
                <span aria-hidden>
                  <Avatar
                    firstName={firstName}
                    lastName={lastName}
                    picture={profilePictureUrl ?? undefined}
                  />
                </span>
                {[lastName, firstName].filter(Boolean).join(', ')}
              </li>
            ))}
          </All>
        </Dialog>
      )}
    </>
  );
}
