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
  'Search',
  'Staff',
  'Task',
  'Timeline',
] as const;

/** The RTK Query API; each resource injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [...liveTags, 'Hit', 'ProfilePicture', 'SecondFactor', 'Session', 'UnreadCase'],
  endpoints: () => ({}),
});
