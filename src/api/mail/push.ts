import { getPush, subscribePush, unsubscribePush, type Push } from '#schemas/mail/push.ts';
import type { Args } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const pushApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPush: build.query<Push, Args<typeof getPush>>({
      query: request(getPush),
      providesTags: ['Push'],
    }),
    subscribePush: build.mutation<Push, Args<typeof subscribePush>>({
      query: request(subscribePush),
      invalidatesTags: ['Push'],
    }),
    unsubscribePush: build.mutation<Push, Args<typeof unsubscribePush>>({
      query: request(unsubscribePush),
      invalidatesTags: ['Push'],
    }),
  }),
});

export const { useGetPushQuery, useSubscribePushMutation, useUnsubscribePushMutation } = pushApi;
