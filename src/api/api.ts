import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** What can change while a client looks on. */
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

/** The one API of the app; each resource adds its calls in a file of its own. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [...liveTags, 'Hit', 'ProfilePicture', 'SecondFactor', 'Session', 'UnreadCase'],
  endpoints: () => ({}),
});
