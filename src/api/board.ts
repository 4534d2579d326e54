import { changeBoardTask, getBoardTask, listBoardTasks, listStaff, moveBoardTask, type BoardTask } from '#schemas/board.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

type CardPage = Reply<typeof listBoardTasks>;

export const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All cards of an account's board, page by page. */
    boardTasks: build.infiniteQuery<CardPage, string, string>({
      query: ({ queryArg: acc, pageParam: cursor }) => request(listBoardTasks)({ params: { acc }, query: cursor ? { cursor } : {} }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: ['Board'],
    }),
    listStaff: build.query<Reply<typeof listStaff>, Args<typeof listStaff>>({ query: request(listStaff) }),
    getBoardTask: build.query<Reply<typeof getBoardTask>, Args<typeof getBoardTask>>({ query: request(getBoardTask), providesTags: ['Board'] }),
    /** The card lies in its new lane at once, and goes back when the server refuses. */
    moveBoardTask: build.mutation<BoardTask, Args<typeof moveBoardTask>>({
      query: request(moveBoardTask),
      async onQueryStarted({ params: { acc, workflowId }, body: { to } }, { dispatch, queryFulfilled }) {
        const put = (change: Partial<BoardTask>) => dispatch(boardApi.util.updateQueryData('boardTasks', acc, ({ pages }) => {
          const card = pages.flatMap(({ items }) => items).find((each) => each.workflowId === workflowId);
          if (card) Object.assign(card, change);
        }));
        const moved = put({ status: to });
        await queryFulfilled.then(({ data }) => { put(data); }, () => {
          moved.undo();
          dispatch(api.util.invalidateTags(['Board'])); // where somebody else has put it
        });
      },
    }),
    changeBoardTask: build.mutation<BoardTask, Args<typeof changeBoardTask>>({ query: request(changeBoardTask), invalidatesTags: ['Board'] }),
  }),
});

export const { useBoardTasksInfiniteQuery, useListStaffQuery, useGetBoardTaskQuery, useMoveBoardTaskMutation, useChangeBoardTaskMutation } = boardApi;
