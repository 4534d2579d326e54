import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

type Navigation = {
  push: { to: 'dashboard' } | { to: 'page'; url: string } | undefined;
  /**
   * 'here': by choice, with no page to return to; 'elsewhere': in another tab, which the page
   * explains
   */
  hasLoggedOut: 'here' | 'elsewhere' | undefined;
};

const initialState: Navigation = { push: undefined, hasLoggedOut: undefined };

/** A redirect requested by a screen and done by the guards (docs/behaviour/portal.md#redirects). */
export const navigation = createSlice({
  name: 'navigation',
  initialState,
  reducers: {
    pushedToDashboard: (state) => {
      state.push = { to: 'dashboard' };
    },
    /** The current page is the return URL of the next login. */
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
