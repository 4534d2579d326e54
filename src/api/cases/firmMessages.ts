import {
  createMessage,
  getMessageFile,
  listMessages,
  withdrawMessage,
  type ProviderMessage,
} from '#schemas/cases/messages.ts';
import {
  getProviderCaseHistory,
  putCaseHistory,
  type CaseHistory,
} from '#schemas/cases/caseHistories.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { staffRequest, type StaffArgs } from '#src/api/client/baseQuery.ts';
import { fetchBytes } from '#src/api/files/files.ts';
import { caseTag, staleAfterChange, type CasePlace } from './firmCases.ts';

/** The progress of a case with the ETag of the state that was read. */
export type OpenedHistory = CaseHistory & { etag: string | undefined };

const firmMessagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    firmMessages: build.infiniteQuery<Reply<typeof listMessages>, CasePlace, string>({
      query: ({ queryArg: { acc, caseId }, pageParam: cursor }) =>
        staffRequest(listMessages)({
          acc,
          params: { caseId },
          query: { ...(cursor ? { cursor } : {}) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: (_reply, _error, { caseId }) => [caseTag(caseId)],
    }),
    sendFirmMessage: build.mutation<ProviderMessage, StaffArgs<typeof createMessage>>({
      query: staffRequest(createMessage),
      invalidatesTags: staleAfterChange,
    }),
    withdrawFirmMessage: build.mutation<unknown, StaffArgs<typeof withdrawMessage>>({
      query: staffRequest(withdrawMessage),
      invalidatesTags: staleAfterChange,
    }),
    getFirmHistory: build.query<OpenedHistory, CasePlace>({
      query: ({ acc, caseId }) => staffRequest(getProviderCaseHistory)({ acc, params: { caseId } }),
      transformResponse: (found: CaseHistory, meta) => ({ ...found, etag: meta?.etag }),
      providesTags: (_reply, _error, { caseId }) => [caseTag(caseId)],
    }),
    putFirmHistory: build.mutation<CaseHistory, StaffArgs<typeof putCaseHistory>>({
      query: staffRequest(putCaseHistory),
      invalidatesTags: staleAfterChange,
    }),
  }),
});

export const {
  useFirmMessagesInfiniteQuery,
  useSendFirmMessageMutation,
  useWithdrawFirmMessageMutation,
  useGetFirmHistoryQuery,
  usePutFirmHistoryMutation,
} = firmMessagesApi;

/** Downloads a file of a message; rejects with an ApiError. */
export const fetchMessageFile = (
  acc: string,
  params: { caseId: string; messageId: string; fileId: string },
): Promise<Blob> => fetchBytes(getMessageFile, params, {}, acc);
