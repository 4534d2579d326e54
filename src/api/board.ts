import { original, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import {
  changeBoardTask,
  getBoardTask,
  listBoardTasks,
  listStaff,
  moveBoardTask,
  type BoardTask,
} from '#schemas/board.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import type { PortalEvent } from '#schemas/events.ts';
import { limits } from '#schemas/limits.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

type CardPage = Reply<typeof listBoardTasks>;

/** The pages with what the server now has of some cards: those it has no more are gone, new ones come first. What lies beyond the pages loaded comes with them. */
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

/** In place of some cards of a loaded board, what is known of them now. Only pages that have changed are told of: what is told is copied, card by card. */
const put = (acc: string, change: (pages: readonly CardPage[]) => CardPage[]) =>
  boardApi.util.updateQueryData('boardTasks', acc, (draft) => {
    const pages = original(draft)?.pages ?? [];
    for (const [index, page] of change(pages).entries())
      if (page !== pages[index]) draft.pages[index] = page;
  });

export const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All cards of an account's board, page by page. */
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
/** The dispatch of a store that has our calls. */
export type BoardDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>;

/** Until no page of a board is on its way: one that comes brings back the others as they were when it was asked for. */
const pagesCame =
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
    await dispatch(pagesCame(acc));
    dispatch(put(acc, (pages) => withCards(pages, [card.workflowId], [card])));
  };

/** Asks what has become of some cards, where their board is shown; all of it again when that cannot be told. */
const rereadCards =
  (acc: string, workflowIds: readonly string[]) =>
  async (dispatch: BoardDispatch, getState: () => ApiState): Promise<void> => {
    if (boardApi.endpoints.boardTasks.select(acc)(getState()).isUninitialized) return;
    await dispatch(pagesCame(acc)); // they may be older than the change
    const { data } = await dispatch(
      boardApi.endpoints.namedCards.initiate(
        { acc, workflowIds },
        { subscribe: false, forceRefetch: true },
      ),
    );
    await dispatch(pagesCame(acc));
    if (data) dispatch(put(acc, (pages) => withCards(pages, workflowIds, data.items)));
    else dispatch(api.util.invalidateTags(['Board']));
  };

/** Moves a card; rejects when the server refuses. What it answers is `shown` once no page on its way can bring the card back. */
export const moveCard =
  ({ params, body }: Args<typeof moveBoardTask>) =>
  async (dispatch: BoardDispatch): Promise<{ shown: Promise<void> }> => {
    try {
      const card = await dispatch(
        boardApi.endpoints.moveBoardTask.initiate({ params, body }),
      ).unwrap();
      return { shown: dispatch(putOne(params.acc, card)) };
    } catch (error) {
      void dispatch(rereadCards(params.acc, [params.workflowId])); // where somebody else has put it
      throw error;
    }
  };

/** The cards of a case that a board shows; pages that come later know what has become of theirs. */
const cardsOfCase =
  (acc: string, caseId: string) =>
  async (dispatch: BoardDispatch, getState: () => ApiState): Promise<string[]> => {
    await dispatch(pagesCame(acc));
    const { data } = boardApi.endpoints.boardTasks.select(acc)(getState());
    return (
      data?.pages.flatMap(({ items }) =>
        items.flatMap((card) => (card.caseId === caseId ? card.workflowId : [])),
      ) ?? []
    );
  };

/** Keeps the boards that are shown as others change them, a card or all of a case: one call at a time, for all cards that have changed meanwhile. */
export function followCards(
  dispatch: BoardDispatch,
): (event: Pick<PortalEvent, 'accountId' | 'akteIdHash' | 'workflowId'>) => void {
  const waiting = new Map<string, Set<string>>();
  async function reread(accountId: string, ids: Set<string>): Promise<void> {
    try {
      while (ids.size > 0) {
        const asked = [...ids].slice(0, limits.board.cardsAtOnce);
        for (const id of asked) ids.delete(id);
        await dispatch(rereadCards(accountId, asked));
      }
    } finally {
      waiting.delete(accountId); // else that board would follow nothing more
    }
  }
  function follow(accountId: string, workflowId: string): void {
    const ids = waiting.get(accountId);
    if (ids) return void ids.add(workflowId);
    const first = new Set([workflowId]);
    waiting.set(accountId, first);
    void Promise.resolve().then(() => reread(accountId, first)); // events come several at a time
  }
  return ({ accountId, akteIdHash, workflowId }) => {
    if (workflowId !== undefined) follow(accountId, workflowId);
    else if (akteIdHash !== null)
      void dispatch(cardsOfCase(accountId, akteIdHash)).then((ids) =>
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
