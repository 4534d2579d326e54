import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { navigation } from '#src/lib/navigation.ts';
import type { WizardPage } from '#src/lib/paths.ts';
import { readTabChoice } from '#src/lib/storage.ts';

type Registration = {
  /** Outlives a reload of the tab. */
  username: string | undefined;
  /** What the server had to say of an earlier step, shown there. */
  refusal: { page: WizardPage; text: string } | undefined;
};

const nothing: Registration = { username: undefined, refusal: undefined };
const initialState = (): Registration => ({
  ...nothing,
  username: readTabChoice('chosenUsername'),
});

/** What the registration knows beside the step it is at, which the browser keeps. */
export const registration = createSlice({
  name: 'registration',
  initialState,
  reducers: {
    usernameChosen: (_, { payload: username }: PayloadAction<string>): Registration => ({
      username,
      refusal: undefined,
    }),
    refused: (state, { payload: refusal }: PayloadAction<Registration['refusal']>) => {
      state.refusal = refusal;
    },
    ended: () => nothing,
  },
  /** Whoever comes next begins anew. */
  extraReducers: (builder) => {
    builder
      .addCase(navigation.actions.loggedOut, () => nothing)
      .addCase(navigation.actions.loggedIn, () => nothing);
  },
});

export type RegistrationState = { registration: Registration };
