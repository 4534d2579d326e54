import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

type Navigation = {
  push: { to: 'dashboard' } | { to: 'page'; url: string } | undefined;
  /** by choice: nothing to come back to */
  hasLoggedOut: boolean;
  /** and in another tab: whoever comes back to this one wonders */
  hasLoggedOutElsewhere: boolean;
};

const initialState: Navigation = { push: undefined, hasLoggedOut: false, hasLoggedOutElsewhere: false };

/** Where a screen wants its user next (product.md §2.3). The guards lead there. */
export const navigation = createSlice({
  name: 'navigation',
  initialState,
  reducers: {
    pushedToDashboard: (state) => { state.push = { to: 'dashboard' }; },
    /** This page is remembered, and come back to after the next login. */
    pushedPage: (state, { payload: url }: PayloadAction<string>) => { state.push = { to: 'page', url }; },
    arrived: (state) => { state.push = undefined; },
    loggedIn: (state) => {
      state.hasLoggedOut = false;
      state.hasLoggedOutElsewhere = false;
    },
    loggedOut: (_, { payload }: PayloadAction<'here' | 'elsewhere'>) => ({ ...initialState, hasLoggedOut: true, hasLoggedOutElsewhere: payload === 'elsewhere' }),
  },
});

export type NavigationState = { navigation: Navigation };
