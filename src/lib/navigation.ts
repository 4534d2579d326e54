import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

type Navigation = {
  push: { to: 'dashboard' } | { to: 'page'; url: string } | undefined;
  /** by choice: nothing to come back to; in another tab, whoever comes back to this one wonders */
  hasLoggedOut: 'here' | 'elsewhere' | undefined;
};

const initialState: Navigation = { push: undefined, hasLoggedOut: undefined };

/** Where a screen wants its user next (product.md §2.3). The guards lead there. */
export const navigation = createSlice({
  name: 'navigation',
  initialState,
  reducers: {
    pushedToDashboard: (state) => {
      state.push = { to: 'dashboard' };
    },
    /** This page is remembered, and come back to after the next login. */
    pushedPage: (state, { payload: url }: PayloadAction<string>) => {
      state.push = { to: 'page', url };
    },
    arrived: (state) => {
      state.push = undefined;
    },
    loggedIn: (state) => {
      state.hasLoggedOut = undefined;
    },
    loggedOut: (_, { payload }: PayloadAction<'here' | 'elsewhere'>) => ({
      ...initialState,
      hasLoggedOut: payload,
    }),
  },
});

export type NavigationState = { navigation: Navigation };
