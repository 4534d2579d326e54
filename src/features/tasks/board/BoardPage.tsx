import { styled } from '@linaria/react';
import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import {
  boardFilters,
  listFilters,
  listLanes,
  passesBoardFilter,
  type BoardFilter,
} from '#schemas/tasks/board.rules.ts';
import type { StaffRole } from '#schemas/accounts/staff.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useBoardTasksInfiniteQuery } from '#src/api/tasks/board.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { ErrorText, Failure, Loading } from '#src/forms/Failure.tsx';
import { staffAccountParam } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { fieldClass, visuallyHidden } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';
import { CardDialog } from './CardDialog.tsx';
import { CloseQuestion } from './CloseQuestion.tsx';
import { Lane } from './Lane.tsx';
import { moveBetweenLanes } from './moveBetweenLanes.ts';
import { useMoving, applyMoves, type Board } from './useMoving.ts';

const Page = styled.main`
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  height: calc(100dvh - var(--shell-top, 0px) - var(--consent-height, 0px));
  padding: 0 var(--s-6) var(--s-5);
  > header {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-3) var(--s-5);
    align-items: end;
    justify-content: space-between;
  }
  > header label {
    display: grid;
    gap: 0.3rem;
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
  > [role='group'] {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
  > [role='group'] button {
    min-height: 2.25rem;
    padding: 0.2rem 0.85rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    background: var(--surface);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
  > [role='group'] button[aria-pressed='true'] {
    border-color: var(--accent-edge);
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  @media (max-width: 767px) {
    height: auto;
    padding: var(--s-2) var(--gutter) var(--s-7);
  }
`;
const Lanes = styled.div`
  flex: 1;
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(17rem, 1fr);
  gap: var(--s-4);
  min-height: 0;
  overflow-x: auto;
  > [data-collapsed] {
    width: 4rem;
  }
  &:has(> [data-collapsed]) {
    grid-template-columns: repeat(3, minmax(17rem, 1fr)) auto;
  }
  @media (max-width: 767px) {
    grid-auto-flow: row;
    grid-template-columns: minmax(0, 1fr) !important;
    > [data-collapsed] {
      width: auto;
    }
  }
`;

const Branded = styled.div`
  display: contents;
`;

const labels = {
  unassigned: 'board.filter.unassigned',
  deadlines: 'board.filter.deadlines',
  inProgress: 'board.filter.inProgress',
  inReview: 'board.filter.inReview',
  done: 'board.filter.done',
} as const satisfies Record<BoardFilter, string>;

const filterParam = 'filter';
const cardParam = 'card';

type LoadedCards = {
  cards: readonly BoardTask[];
  error: ApiError | undefined;
  isLoading: boolean;
  retry: () => void;
};

/** Loads all pages of cards in sequence, because lanes count and sort all of them. */
function useCards(accountId: string): LoadedCards {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } =
    useBoardTasksInfiniteQuery(accountId);
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const cards = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  return {
    cards,
    error: error as ApiError | undefined,
    isLoading: !data,
    retry: () => void (data ? fetchNextPage() : refetch()),
  };
}

/** Moves the focus to the moved card when its dialog, and the pressed button, were removed. */
function useFocusOnCard(openId: string | undefined): void {
  const last = useRef(openId);
  useEffect(() => {
    const before = last.current;
    last.current = openId;
    if (before === undefined || openId !== undefined || document.activeElement !== document.body)
      return;
    (
      document.querySelector<HTMLElement>(`main [data-card='${CSS.escape(before)}']`) ??
      document.querySelector<HTMLElement>('main h1')
    )?.focus();
  }, [openId]);
}

/** Sorts the cards into lanes. Memoised, because opening a card must not sort thousands again. */
function useLanes(cards: readonly BoardTask[], role: StaffRole, filter: BoardFilter | undefined) {
  return useMemo(() => {
    const shown = filter ? cards.filter((card) => passesBoardFilter(card, filter)) : cards;
    return listLanes(role, filter).map((lane) => ({
      lane,
      cards: shown.filter(({ status }) => lane.statuses.includes(status)),
    }));
  }, [cards, filter, role]);
}

/** Filter and open card in the address. Only opening a card adds a history entry. */
function useBoardAddress() {
  const [query, setQuery] = useSearchParams();
  const set = (name: string, value: string | undefined) =>
    setQuery(
      (before) =>
        new URLSearchParams([
          ...[...before].filter(([each]) => each !== name),
          ...(value === undefined ? [] : [[name, value]]),
        ]),
      { replace: name !== cardParam || value === undefined },
    );
  return {
    filter: boardFilters.find((each) => each === query.get(filterParam)),
    openId: query.get(cardParam) ?? undefined,
    setFilter: (filter: BoardFilter | undefined) => set(filterParam, filter),
    setOpenId: (workflowId: string | undefined) => set(cardParam, workflowId),
  };
}

type FilterButtonsProps = {
  role: StaffRole;
  selected: BoardFilter | undefined;
  onSelect: (filter: BoardFilter | undefined) => void;
};

function FilterButtons({ role, selected, onSelect }: FilterButtonsProps) {
  const intl = useIntl();
  return (
    <div role="group" aria-label={intl.formatMessage({ id: 'board.filters' })}>
      {listFilters(role).map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === selected}
          onClick={() => onSelect(filter === selected ? undefined : filter)}
        >
          <FormattedMessage id={labels[filter]} />
        </button>
      ))}
    </div>
  );
}

/** Status of the cards while they load, or after a page of them failed. */
function CardsStatus({ error, isLoading, retry }: Omit<LoadedCards, 'cards'>) {
  if (error && isLoading) return <Failure error={error} retry={retry} />;
  if (error)
    return (
      <Note tone="warning" role="alert">
        <p>
          <FormattedMessage id="board.incomplete" /> <ErrorText error={error} />
        </p>
        <Button variant="ghost" onClick={retry}>
          <FormattedMessage id="action.retry" />
        </Button>
      </Note>
    );
  return isLoading && <Loading />;
}

function OpenBoard({ board }: { board: Board }) {
  const userId = useUser()?.userId ?? '';
  const { cards: fetched, ...status } = useCards(board.accountId);
  const { filter, openId, setFilter, setOpenId } = useBoardAddress();
  const { move, moving, said, refused, asked, goOn, stay } = useMoving(board, openId);
  const cards = useMemo(() => applyMoves(fetched, moving), [fetched, moving]);
  const lanes = useLanes(cards, board.role, filter);
  const openCard = cards.find(({ workflowId }) => workflowId === openId);
  useFocusOnCard(openCard?.workflowId);
  const brand = { '--brand': board.mainColor, '--brand-2': board.secondaryColor } as CSSProperties;
  return (
    <>
      <FilterButtons role={board.role} selected={filter} onSelect={setFilter} />
      {board.role !== 'external' && (
        <p>
          <FormattedMessage id="board.hint" />
        </p>
      )}
      <CardsStatus {...status} />
      {!status.isLoading && (
        <Lanes data-brand onKeyDown={moveBetweenLanes} style={brand}>
          {lanes.map(({ lane, cards: inLane }) => (
            <Lane
              key={`${lane.name} ${lane.isCollapsed}`}
              lane={lane}
              cards={inLane}
              role={board.role}
              userId={userId}
              onMove={move}
              onOpen={setOpenId}
            />
          ))}
        </Lanes>
      )}
      <span role="status" className={visuallyHidden}>
        {said}
      </span>
      <Branded data-brand style={brand}>
        {openCard && (
          <CardDialog
            board={board}
            card={openCard}
            userId={userId}
            refused={refused?.workflowId === openCard.workflowId ? refused.text : undefined}
            onMove={move}
            onClose={() => setOpenId(undefined)}
          />
        )}
        {asked && <CloseQuestion name={asked.card.assistantName} onYes={goOn} onNo={stay} />}
      </Branded>
    </>
  );
}

/** The task board of an account's staff (docs/behaviour/tasks.md). */
export function BoardPage() {
  const intl = useIntl();
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useListAccountsQuery();
  const boards = (data?.accounts ?? []).flatMap(
    ({ id, name, mainColor, secondaryColor, boardRole }): Board[] =>
      boardRole
        ? [{ accountId: id, accountName: name, mainColor, secondaryColor, role: boardRole }]
        : [],
  );
  const board =
    boards.find(({ accountId }) => accountId === query.get(staffAccountParam)) ?? boards[0];
  usePageTitle(intl.formatMessage({ id: 'board.title' }));
  return (
    <Page id="content">
      <header>
        <h1 tabIndex={-1}>
          <FormattedMessage id="board.title" />
        </h1>
        {boards.length > 1 && board && (
          <label>
            <FormattedMessage id="board.account" />
            <select
              className={fieldClass}
              value={board.accountId}
              onChange={({ target }) => setQuery({ [staffAccountParam]: target.value })}
            >
              {boards.map(({ accountId, accountName }) => (
                <option key={accountId} value={accountId}>
                  {accountName}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      {error && !data && <Failure error={error} retry={refetch} />}
      {data && !board && (
        <p>
          <FormattedMessage id="board.none" />
        </p>
      )}
      {board && <OpenBoard key={board.accountId} board={board} />}
    </Page>
  );
}
