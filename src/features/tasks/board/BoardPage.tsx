import { styled } from '@linaria/react';
import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import {
  boardFilters,
  isInLane,
  listLanes,
  passesBoardFilter,
  passesBoardSearch,
  type BoardFilter,
} from '#schemas/tasks/board.rules.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useBoardTasksInfiniteQuery } from '#src/api/tasks/board.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { useClientId } from '#src/api/client/useUser.ts';
import { ErrorText, Failure, Loading } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { boardSearchParam, staffAccountParam } from '#src/routing/paths.ts';
import { useActivationRedirect } from '#src/api/client/useActivationRedirect.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { fieldClass, visuallyHidden } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';
import { BoardFilters } from './BoardFilters.tsx';
import { CardDialog } from './CardDialog.tsx';
import { CloseQuestion } from './CloseQuestion.tsx';
import { Lane } from './Lane.tsx';
import { moveBetweenLanes } from './moveBetweenLanes.ts';
import { applyMoves, isOwn, useMoving, type Board } from './useMoving.ts';

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

const filterParam = 'filter';
const cardParam = 'card';
const mineParam = 'mine';

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
function useLanes(
  cards: readonly BoardTask[],
  role: StaffRole,
  {
    filter,
    search,
    ownerId,
  }: { filter: BoardFilter | undefined; search: string; ownerId: string | undefined },
) {
  return useMemo(() => {
    const shown = cards.filter(
      (card) =>
        (!filter || passesBoardFilter(card, filter)) &&
        (ownerId === undefined || isOwn(card, ownerId)) &&
        (search === '' || passesBoardSearch(card, search)),
    );
    return listLanes(role, filter).map((lane) => ({
      lane,
      cards: shown.filter((card) => isInLane(lane, card)),
    }));
  }, [cards, filter, role, search, ownerId]);
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
    search: query.get(boardSearchParam) ?? '',
    isMine: query.get(mineParam) === '1',
    setFilter: (filter: BoardFilter | undefined) => set(filterParam, filter),
    setSearch: (search: string) => set(boardSearchParam, search || undefined),
    setMine: (isMine: boolean) => set(mineParam, isMine ? '1' : undefined),
    setOpenId: (workflowId: string | undefined) => set(cardParam, workflowId),
  };
}

/** Status of the cards while they load, or after a page of them failed. */
function CardsStatus({ error, isLoading, retry }: Omit<LoadedCards, 'cards'>) {
  if (error && isLoading) return <StaffFailure error={error} retry={retry} />;
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
  const userId = useClientId(board.accountId);
  const { cards: fetched, ...status } = useCards(board.accountId);
  useActivationRedirect(status.error, board.accountId);
  const address = useBoardAddress();
  const { filter, openId, search, isMine, setOpenId } = address;
  const { move, moving, said, refused, asked, confirmMove, cancelMove } = useMoving(board, openId);
  const cards = useMemo(() => applyMoves(fetched, moving), [fetched, moving]);
  const ownerId = isMine ? userId : undefined;
  const lanes = useLanes(cards, board.role, { filter, search, ownerId });
  const openCard = cards.find(({ workflowId }) => workflowId === openId);
  useFocusOnCard(openCard?.workflowId);
  const brand = { '--brand': board.mainColor, '--brand-2': board.secondaryColor } as CSSProperties;
  return (
    <>
      <BoardFilters role={board.role} {...address} />
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
        {asked && (
          <CloseQuestion name={asked.card.assistantName} onYes={confirmMove} onNo={cancelMove} />
        )}
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
  usePortalTitle(intl.formatMessage({ id: 'board.title' }), board?.accountId);
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
