import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** The one API of the app; each resource adds its calls in a file of its own. */
export const api = createApi({ reducerPath: 'api', baseQuery, tagTypes: ['Account', 'Case', 'ProfilePicture', 'SecondFactor', 'Session', 'Timeline'], endpoints: () => ({}) });
