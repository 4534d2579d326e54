import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

type Navigation = {
  push: { to: 'dashboard' } | { to: 'page'; url: string } | undefined;
  /** by choice: nothing to come back to */
  hasLoggedOut: boolean;
};

const initialState: Navigation = { push: undefined, hasLoggedOut: false };

/** Where a screen wants its user next (product.md §2.3). The guards lead there. */
export const navigation = createSlice({
  name: 'navigation',
  initialState,
  reducers: {
    pushedToDashboard: (state) => { state.push = { to: 'dashboard' }; },
    /** This page is remembered, and come back to after the next login. */
    pushedPage: (state, { payload: url }: PayloadAction<string>) => { state.push = { to: 'page', url }; },
    arrived: (state) => { state.push = undefined; },
    loggedIn: (state) => { state.hasLoggedOut = false; },
    loggedOut: () => ({ ...initialState, hasLoggedOut: true }),
  },
});

export type NavigationState = { navigation: Navigation };
