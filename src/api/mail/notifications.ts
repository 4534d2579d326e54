import {
  getNotificationSettings,
  setNotificationSettings,
  type NotificationSettings,
} from '#schemas/mail/notifications.ts';
import type { Args } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotificationSettings: build.query<
      NotificationSettings,
      Args<typeof getNotificationSettings>
    >({ query: request(getNotificationSettings), providesTags: ['NotificationSettings'] }),
    setNotificationSettings: build.mutation<
      NotificationSettings,
      Args<typeof setNotificationSettings>
    >({
      query: request(setNotificationSettings),
      invalidatesTags: ['NotificationSettings'],
    }),
  }),
});

export const { useGetNotificationSettingsQuery, useSetNotificationSettingsMutation } =
  notificationsApi;
