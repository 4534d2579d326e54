import { css, cx } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { ListedUser } from '#schemas/access/clients.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { AccessBadge, useAccessText } from './AccessBadge.tsx';

/** Columns of the list: client, access and number of cases. A phone has one. */
export const columnsClass = css`
  display: grid;
  grid-template-columns: minmax(0, 11fr) minmax(0, 10fr) 5rem;
  gap: 0 var(--s-4);
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const rowClass = css`
  position: relative;
  align-items: center;
  align-content: center;
  height: 100%;
  padding-inline: var(--s-3);
  line-height: 1.35;
  &[data-selected] {
    background: var(--accent-tint-2);
  }
  &:hover:not([data-selected]) {
    background: var(--accent-tint);
  }
  > [data-who] {
    display: grid;
    grid-template-columns: 2.5rem minmax(0, 1fr);
    gap: 0 var(--s-3);
    align-items: center;
  }
  > [data-who] > [role='img'] {
    grid-row: span 2;
  }
  &[data-selected] :is([role='img'], [data-state='invited']) {
    background: var(--surface);
  }
  > [data-who] > :is(a, span:not([role])),
  > [data-access] > small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > [data-who] > a {
    align-self: end;
    color: var(--text);
    font-weight: var(--fw-strong);
    text-decoration: none;
  }
  > [data-who] > a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  > [data-who] > span:not([role]) {
    align-self: start;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > [data-access] {
    display: grid;
    gap: 0.15rem;
    justify-items: start;
    min-width: 0;
  }
  > [data-access] > small {
    max-width: 100%;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > [data-cases] {
    font-size: var(--text-sm);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 767px) {
    gap: 0.35rem;
    padding-inline: var(--gutter);
    > [data-access] {
      padding-left: 3.25rem;
    }
    > [data-cases] {
      display: none;
    }
  }
`;

type ClientRowProps = { client: ListedUser; to: string; isSelected: boolean };

/** A client in the list: name, address, access and number of cases. */
export function ClientRow({ client, to, isSelected }: ClientRowProps) {
  const accessText = useAccessText();
  const { userId, firstName, lastName, email, accessState, caseCount } = client;
  return (
    <div
      className={cx(columnsClass, rowClass)}
      data-client={userId}
      data-selected={isSelected ? '' : undefined}
    >
      <div data-who>
        <Avatar firstName={firstName} lastName={lastName} />
        <Link to={to} aria-current={isSelected ? 'true' : undefined}>
          {formatPersonName({ firstName, lastName })}
        </Link>
        <span>{email}</span>
      </div>
      <div data-access>
        <AccessBadge state={accessState} />
        <small>{accessText(client)}</small>
      </div>
      <span data-cases>
        <FormattedMessage id="clients.caseCount" values={{ count: caseCount }} />
      </span>
    </div>
  );
}
