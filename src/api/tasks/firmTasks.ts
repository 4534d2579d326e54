import { getCaseStaff } from '#schemas/tasks/caseStaff.ts';
import {
  assignTask,
  closeTask,
  listProviderTasks,
  type ProviderTask,
} from '#schemas/tasks/tasks.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { caseTag, type CasePlace } from '#src/api/cases/firmCases.ts';
import { staffRequest, type StaffArgs } from '#src/api/client/baseQuery.ts';

const firmTasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    firmTasks: build.infiniteQuery<Reply<typeof listProviderTasks>, CasePlace, string>({
      query: ({ queryArg: { acc, caseId }, pageParam: cursor }) =>
        staffRequest(listProviderTasks)({
          acc,
          query: { caseId, ...(cursor ? { cursor } : {}) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: (_reply, _error, { caseId }) => [caseTag(caseId)],
    }),
    getCaseStaff: build.query<Reply<typeof getCaseStaff>, StaffArgs<typeof getCaseStaff>>({
      query: staffRequest(getCaseStaff),
      providesTags: (_reply, _error, { params }) => [caseTag(params.caseId)],
    }),
    handOutTask: build.mutation<ProviderTask, StaffArgs<typeof assignTask>>({
      query: staffRequest(assignTask),
      invalidatesTags: (_reply, _error, { params }) => [caseTag(params.caseId)],
    }),
    closeFirmTask: build.mutation<ProviderTask, StaffArgs<typeof closeTask>>({
      query: staffRequest(closeTask),
      invalidatesTags: (task) => (task ? [caseTag(task.caseId)] : []),
    }),
  }),
});

export const {
  useFirmTasksInfiniteQuery,
  useGetCaseStaffQuery,
  useHandOutTaskMutation,
  useCloseFirmTaskMutation,
} = firmTasksApi;
