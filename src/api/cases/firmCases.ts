import {
  closeCase,
  getProviderCase,
  listProviderCases,
  reopenCase,
  type ProviderCase,
} from '#schemas/cases/cases.ts';
import { createFolder, renameFolder, withdrawFolder } from '#schemas/cases/providerFolders.ts';
import type { Args, Query, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { staffRequest, type StaffArgs } from '#src/api/client/baseQuery.ts';

/** Views of a firm's cases. */
export const firmCaseViews = ['open', 'unanswered', 'closed'] as const;
export type FirmCaseView = (typeof firmCaseViews)[number];

const filters = {
  open: { state: 'open' },
  unanswered: { isUnanswered: true },
  closed: { state: 'closed' },
} as const satisfies Record<FirmCaseView, Query<typeof listProviderCases>>;

type FirmCasesPlace = { acc: string; view: FirmCaseView; q: string };
export type CasePlace = { acc: string; caseId: string };
/** A case with the ETag of the state that was read. */
export type OpenedCase = ProviderCase & { etag: string | undefined };

/** Tag of every list of a firm's cases. */
const listTag = { type: 'FirmCase', id: 'LIST' } as const;
/** Tag of everything in a case. */
export const caseTag = (id: string) => ({ type: 'FirmCase', id }) as const;
/** Lists the tags that a change of a case makes stale. */
export const staleAfterChange = (
  _reply: unknown,
  _error: unknown,
  args: { params: { caseId: string } },
) => [listTag, caseTag(args.params.caseId)];

export const firmCasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    firmCases: build.infiniteQuery<Reply<typeof listProviderCases>, FirmCasesPlace, string>({
      query: ({ queryArg: { acc, view, q }, pageParam: cursor }) =>
        staffRequest(listProviderCases)({
          acc,
          query: {
            ...filters[view],
            order: 'activity',
            ...(q ? { q } : {}),
            ...(cursor ? { cursor } : {}),
          },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: [listTag],
    }),
    /** Counts the cases of a view; null above 1,000. */
    countFirmCases: build.query<number | null, { acc: string; view: FirmCaseView }>({
      query: ({ acc, view }) =>
        staffRequest(listProviderCases)({ acc, query: { ...filters[view], limit: 1 } }),
      transformResponse: ({ total }: Reply<typeof listProviderCases>) => total,
      providesTags: [listTag],
    }),
    /** Cases of a firm's client that the reader may see. */
    listCasesOfClient: build.query<
      Reply<typeof listProviderCases>,
      { acc: string } & Args<typeof listProviderCases>
    >({
      query: staffRequest(listProviderCases),
      providesTags: [listTag, 'FirmClient'],
    }),
    getFirmCase: build.query<OpenedCase, CasePlace>({
      query: ({ acc, caseId }) => staffRequest(getProviderCase)({ acc, params: { caseId } }),
      transformResponse: (found: ProviderCase, meta) => ({ ...found, etag: meta?.etag }),
      providesTags: (_reply, _error, { caseId }) => [caseTag(caseId)],
    }),
    closeFirmCase: build.mutation<ProviderCase, StaffArgs<typeof closeCase>>({
      query: staffRequest(closeCase),
      invalidatesTags: staleAfterChange,
    }),
    reopenFirmCase: build.mutation<ProviderCase, StaffArgs<typeof reopenCase>>({
      query: staffRequest(reopenCase),
      invalidatesTags: staleAfterChange,
    }),
    createFirmFolder: build.mutation<unknown, StaffArgs<typeof createFolder>>({
      query: staffRequest(createFolder),
      invalidatesTags: staleAfterChange,
    }),
    renameFirmFolder: build.mutation<unknown, StaffArgs<typeof renameFolder>>({
      query: staffRequest(renameFolder),
      invalidatesTags: staleAfterChange,
    }),
    withdrawFirmFolder: build.mutation<unknown, StaffArgs<typeof withdrawFolder>>({
      query: staffRequest(withdrawFolder),
      invalidatesTags: staleAfterChange,
    }),
  }),
});

export const {
  useFirmCasesInfiniteQuery,
  useCountFirmCasesQuery,
  useListCasesOfClientQuery,
  useGetFirmCaseQuery,
  useCloseFirmCaseMutation,
  useReopenFirmCaseMutation,
  useCreateFirmFolderMutation,
  useRenameFirmFolderMutation,
  useWithdrawFirmFolderMutation,
} = firmCasesApi;
