import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** Cache tags of data that events can change. */
export const liveTags = [
  'Account',
  'Board',
  'Case',
  'CaseFile',
  'CaseHistory',
  'Favorite',
  'FirmCase',
  'FirmClient',
  'Inbox',
  'OwnDetails',
  'Search',
  'Staff',
  'Task',
  'Timeline',
] as const;

/** Cache tags of data with texts in the caller's language, such as the titles of forms. */
export const languageTags = ['Account', 'Board', 'Inbox', 'PublicInfo', 'Task'] as const;

/** The RTK Query API; each resource injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    ...liveTags,
    'Hit',
    'NotificationSettings',
    'ProfilePicture',
    'PublicInfo',
    'Push',
    'SecondFactor',
    'Session',
    'UnreadCase',
  ],
  endpoints: () => ({}),
});
