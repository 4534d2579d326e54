import { css } from '@linaria/core';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { InboxItem } from '#schemas/tasks/inbox.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useShortDate } from '#src/locale/useShortDate.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { ClipboardText, NotePencil, User } from '#src/ui/portalIcons.ts';
import { wrapText } from '#src/ui/WrappedText.tsx';

const row = css`
  position: relative;
  display: grid;
  grid-template-columns: 2.25rem minmax(0, 1fr) auto;
  gap: 0 0.8rem;
  height: 100%;
  padding: 0.75rem 1rem 0.8rem 0.85rem;
  border: 1px solid transparent;
  border-right: 0;
  border-radius: var(--r-lg) 0 0 var(--r-lg);
  line-height: 1.35;
  &[data-selected] {
    background: var(--surface);
    border-color: var(--border);
  }
  &:hover:not([data-selected]) {
    background: var(--accent-tint);
  }
  > :is(a, p) {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > [data-kind] {
    display: grid;
    grid-row: span 3;
    place-items: center;
    width: 2.25rem;
    height: 2.25rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    background: var(--sunken);
    color: var(--muted);
  }
  > a {
    color: var(--text);
    font-weight: var(--fw-medium);
    text-decoration: none;
  }
  > a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  > p {
    grid-column: 2;
    font-size: var(--text-sm);
  }
  > p:last-child {
    color: var(--muted);
  }
  > time {
    color: var(--muted);
    font-size: var(--text-xs);
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  > [data-assignee] {
    display: grid;
    grid-column: 3;
    grid-row: 2 / span 2;
    place-items: center;
    justify-self: end;
    width: 1.9rem;
    height: 1.9rem;
    border-radius: var(--r-full);
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-size: 0.8125rem;
    font-weight: var(--fw-strong);
  }
  > [data-assignee=''] {
    border: 1px dashed var(--border-strong);
    background: none;
    color: var(--muted);
  }
  &[data-new] > a {
    font-weight: var(--fw-strong);
  }
  &[data-new] > [data-kind] {
    border-color: var(--accent-line);
    background: var(--accent-tint-2);
    color: var(--accent-text);
  }
  @media (max-width: 767px) {
    border-radius: 0;
    padding-inline: var(--gutter);
  }
`;

const firstLetter = (name: string): string => [...name.trim()][0] ?? '';

function AssigneeDisc({ assignee }: Pick<InboxItem, 'assignee'>) {
  const intl = useIntl();
  if (!assignee)
    return (
      <span data-assignee="" role="img" aria-label={intl.formatMessage({ id: 'inbox.nobody' })}>
        <User size={16} aria-hidden />
      </span>
    );
  const { firstName, lastName } = assignee;
  return (
    <span
      data-assignee="someone"
      role="img"
      aria-label={intl.formatMessage(
        { id: 'inbox.assignedTo' },
        { name: formatPersonName({ firstName, lastName }) },
      )}
    >
      {`${firstLetter(firstName)}${firstLetter(lastName)}`.toUpperCase()}
    </span>
  );
}

type InboxRowProps = { item: InboxItem; to: string; isSelected: boolean };

/** An item in the list: its sender, form, first answers and assignee. */
export function InboxRow({ item, to, isSelected }: InboxRowProps) {
  const shortDate = useShortDate();
  const isNew = item.openedAt === null && item.state === 'open';
  const Kind = item.source === 'task' ? ClipboardText : NotePencil;
  return (
    <div
      className={row}
      data-item={item.submissionId}
      data-new={isNew ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
    >
      <span data-kind>
        <Kind size={20} aria-hidden />
      </span>
      <Link to={to} aria-current={isSelected ? 'true' : undefined}>
        {isNew && (
          <span className={visuallyHidden}>
            <FormattedMessage id="inbox.new" />{' '}
          </span>
        )}
        {item.sender ? wrapText(item.sender) : <FormattedMessage id="inbox.nameless" />}
      </Link>
      <time dateTime={item.submittedAt}>{shortDate(item.submittedAt)}</time>
      <p>
        {item.source === 'task' ? (
          <FormattedMessage id="inbox.answer" values={{ title: item.formTitle }} />
        ) : (
          item.formTitle
        )}
      </p>
      <AssigneeDisc assignee={item.assignee} />
      <p>{item.preview}</p>
    </div>
  );
}
