import { styled } from '@linaria/react';
import type { SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { listFilters, type BoardFilter } from '#schemas/tasks/board.rules.ts';
import { boardSearchParam } from '#src/routing/paths.ts';
import { fieldClass } from '#src/ui/field.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  align-items: center;
  input {
    width: min(100%, 18rem);
  }
  [role='group'] {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
  [role='group'] button {
    min-height: 2.25rem;
    padding: 0.2rem 0.85rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    background: var(--surface);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
  [role='group'] button[aria-pressed='true'] {
    border-color: var(--accent-edge);
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
`;

const labels = {
  unassigned: 'board.filter.unassigned',
  deadlines: 'board.filter.deadlines',
  inProgress: 'board.filter.inProgress',
  inReview: 'board.filter.inReview',
  done: 'board.filter.done',
} as const satisfies Record<BoardFilter, string>;

type BoardFiltersProps = {
  role: StaffRole;
  filter: BoardFilter | undefined;
  setFilter: (filter: BoardFilter | undefined) => void;
  search: string;
  setSearch: (search: string) => void;
  isMine: boolean;
  setMine: (isMine: boolean) => void;
};

/** Search over tasks, cases and people, own cards, and the filters of the role. */
export function BoardFilters({
  role,
  filter,
  setFilter,
  search,
  setSearch,
  isMine,
  setMine,
}: BoardFiltersProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'board.search' });

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(boardSearchParam);
    setSearch(typeof typed === 'string' ? typed.trim() : '');
  }

  return (
    <Bar>
      <form role="search" onSubmit={handleSubmit}>
        <input
          key={search}
          className={fieldClass}
          name={boardSearchParam}
          type="search"
          defaultValue={search}
          maxLength={200}
          enterKeyHint="search"
          aria-label={label}
          placeholder={label}
        />
      </form>
      <div role="group" aria-label={intl.formatMessage({ id: 'board.filters' })}>
        {role !== 'external' && (
          <button type="button" aria-pressed={isMine} onClick={() => setMine(!isMine)}>
            <FormattedMessage id="board.filter.mine" />
          </button>
        )}
        {listFilters(role).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === filter}
            onClick={() => setFilter(each === filter ? undefined : each)}
          >
            <FormattedMessage id={labels[each]} />
          </button>
        ))}
      </div>
    </Bar>
  );
}
