import { original, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import {
  changeBoardTask,
  getBoardTask,
  listBoardTasks,
  listStaff,
  moveBoardTask,
  type BoardTask,
} from '#schemas/tasks/board.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import type { PortalEvent } from '#schemas/events/events.ts';
import { boardLimits } from '#schemas/tasks/limits.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

type CardPage = Reply<typeof listBoardTasks>;

/**
 * Replaces cards by the server's current ones: missing cards are removed, new ones come first.
 * Cards beyond the loaded pages are left to those pages.
 */
export function withCards(
  pages: readonly CardPage[],
  asked: readonly string[],
  found: readonly BoardTask[],
): CardPage[] {
  const now = new Map(found.map((card) => [card.workflowId, card]));
  const isAsked = new Set(asked);
  const known = new Set<string>();
  const changed = pages.map((page) => {
    if (!page.items.some(({ workflowId }) => isAsked.has(workflowId))) return page;
    return {
      ...page,
      items: page.items.flatMap((card) => {
        if (!isAsked.has(card.workflowId)) return [card];
        known.add(card.workflowId);
        return now.get(card.workflowId) ?? [];
      }),
    };
  });
  const oldest = pages.findLast(({ items }) => items.length > 0)?.items.at(-1);
  const isBeyond = ({ creationDate }: BoardTask): boolean =>
    pages.at(-1)?.cursor !== undefined && creationDate <= (oldest?.creationDate ?? '');
  const fresh = found.filter((card) => !known.has(card.workflowId) && !isBeyond(card));
  return fresh.length === 0
    ? changed
    : changed.map((page, index) =>
        index === 0 ? { ...page, items: [...fresh, ...page.items] } : page,
      );
}

/**
 * Updates loaded pages of a board. Immer copies each page it changes, so others are not touched.
 */
const put = (acc: string, change: (pages: readonly CardPage[]) => CardPage[]) =>
  boardApi.util.updateQueryData('boardTasks', acc, (draft) => {
    const pages = original(draft)?.pages ?? [];
    for (const [index, page] of change(pages).entries())
      if (page !== pages[index]) draft.pages[index] = page;
  });

export const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All cards of an account's board. */
    boardTasks: build.infiniteQuery<CardPage, string, string>({
      query: ({ queryArg: acc, pageParam: cursor }) =>
        request(listBoardTasks)({ params: { acc }, query: cursor ? { cursor } : {} }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: ['Board'],
    }),
    namedCards: build.query<CardPage, { acc: string; workflowIds: readonly string[] }>({
      query: ({ acc, workflowIds }) =>
        request(listBoardTasks)({ params: { acc }, query: { workflowIds: workflowIds.join(',') } }),
      keepUnusedDataFor: 0,
    }),
    listStaff: build.query<Reply<typeof listStaff>, Args<typeof listStaff>>({
      query: request(listStaff),
      providesTags: ['Staff'],
    }),
    getBoardTask: build.query<Reply<typeof getBoardTask>, Args<typeof getBoardTask>>({
      query: request(getBoardTask),
      providesTags: (_result, _error, { params }) => [{ type: 'Board', id: params.workflowId }],
    }),
    moveBoardTask: build.mutation<BoardTask, Args<typeof moveBoardTask>>({
      query: request(moveBoardTask),
    }),
    changeBoardTask: build.mutation<BoardTask, Args<typeof changeBoardTask>>({
      query: request(changeBoardTask),
      onQueryStarted: ({ params: { acc, workflowId } }, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => {
            void dispatch(putOne(acc, data));
          },
          () => {
            void dispatch(rereadCards(acc, [workflowId]));
          },
        ),
    }),
  }),
});

type ApiState = Parameters<ReturnType<typeof boardApi.endpoints.boardTasks.select>>[0];
export type BoardDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>;

/** Waits until no page of a board is in flight: an old response would overwrite newer cards. */
const waitForPages =
  (acc: string) =>
  async (dispatch: BoardDispatch): Promise<void> => {
    for (
      let page = dispatch(boardApi.util.getRunningQueryThunk('boardTasks', acc));
      page;
      page = dispatch(boardApi.util.getRunningQueryThunk('boardTasks', acc))
    )
      await page;
  };

const putOne =
  (acc: string, card: BoardTask) =>
  async (dispatch: BoardDispatch): Promise<void> => {
    await dispatch(waitForPages(acc));
    dispatch(put(acc, (pages) => withCards(pages, [card.workflowId], [card])));
  };

/** Reloads some cards of a loaded board; the whole board if that fails. */
const rereadCards =
  (acc: string, workflowIds: readonly string[]) =>
  async (dispatch: BoardDispatch, getState: () => ApiState): Promise<void> => {
    if (boardApi.endpoints.boardTasks.select(acc)(getState()).isUninitialized) return;
    await dispatch(waitForPages(acc)); // they may be older than the change
    const { data } = await dispatch(
      boardApi.endpoints.namedCards.initiate(
        { acc, workflowIds },
        { subscribe: false, forceRefetch: true },
      ),
    );
    await dispatch(waitForPages(acc));
    if (data) dispatch(put(acc, (pages) => withCards(pages, workflowIds, data.items)));
    else dispatch(api.util.invalidateTags(['Board']));
  };

/**
 * Moves a card; rejects if the server refuses. The card is shown as `shown` once no page in flight
 * can overwrite it.
 */
export const moveCard =
  ({ params, body }: Args<typeof moveBoardTask>) =>
  async (dispatch: BoardDispatch): Promise<{ shown: Promise<void> }> => {
    try {
      const card = await dispatch(
        boardApi.endpoints.moveBoardTask.initiate({ params, body }),
      ).unwrap();
      return { shown: dispatch(putOne(params.acc, card)) };
    } catch (error) {
      // to where another user has put it
      void dispatch(rereadCards(params.acc, [params.workflowId]));
      throw error;
    }
  };

/** Returns the loaded cards of a case. */
const listLoadedCards =
  (acc: string, caseId: string) =>
  async (dispatch: BoardDispatch, getState: () => ApiState): Promise<string[]> => {
    await dispatch(waitForPages(acc));
    const { data } = boardApi.endpoints.boardTasks.select(acc)(getState());
    return (
      data?.pages.flatMap(({ items }) =>
        items.flatMap((card) => (card.caseId === caseId ? card.workflowId : [])),
      ) ?? []
    );
  };

/**
 * Returns a function that reloads the cards of an event, or of a whole case. Cards that change
 * during a call are batched into the next one.
 */
export function followCards(
  dispatch: BoardDispatch,
): (event: Pick<PortalEvent, 'accountId' | 'akteIdHash' | 'workflowId'>) => void {
  const waiting = new Map<string, Set<string>>();
  async function reread(accountId: string, ids: Set<string>): Promise<void> {
    try {
      while (ids.size > 0) {
        const asked = [...ids].slice(0, boardLimits.cardsAtOnce);
        for (const id of asked) ids.delete(id);
        await dispatch(rereadCards(accountId, asked));
      }
    } finally {
      waiting.delete(accountId); // otherwise this board would never reload again
    }
  }
  function follow(accountId: string, workflowId: string): void {
    const ids = waiting.get(accountId);
    if (ids) return void ids.add(workflowId);
    const first = new Set([workflowId]);
    waiting.set(accountId, first);
    void Promise.resolve().then(() => reread(accountId, first)); // several events arrive at a time
  }
  return ({ accountId, akteIdHash, workflowId }) => {
    if (workflowId !== undefined) follow(accountId, workflowId);
    else if (akteIdHash !== null)
      void dispatch(listLoadedCards(accountId, akteIdHash)).then((ids) =>
        ids.forEach((id) => follow(accountId, id)),
      );
  };
}

export const {
  useBoardTasksInfiniteQuery,
  useListStaffQuery,
  useGetBoardTaskQuery,
  useChangeBoardTaskMutation,
} = boardApi;
