import type { SubmissionResult } from '#schemas/forms/assistants.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import {
  getTask,
  getTaskProcess,
  listTasks,
  submitTask,
  type TaskDetail,
  type TaskProcess,
} from '#schemas/tasks/tasks.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: build.query<Reply<typeof listTasks>, Args<typeof listTasks>>({
      query: request(listTasks),
      providesTags: (_result, _error, { params }) => [{ type: 'Task', id: params.akteIdHash }],
    }),
    getTask: build.query<TaskDetail, Args<typeof getTask>>({
      query: request(getTask),
      providesTags: (_result, _error, { params }) => [{ type: 'Task', id: params.akteIdHash }],
    }),
    getTaskProcess: build.query<TaskProcess, Args<typeof getTaskProcess>>({
      query: request(getTaskProcess),
      keepUnusedDataFor: 0,
    }),
    submitTask: build.mutation<
      SubmissionResult,
      Args<typeof submitTask> & { idempotencyKey: string }
    >({ query: request(submitTask), invalidatesTags: ['Task'] }),
  }),
});

export const { useGetTaskQuery, useListTasksQuery } = tasksApi;
