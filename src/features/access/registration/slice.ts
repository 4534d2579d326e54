import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { navigation } from '#src/routing/navigation.ts';
import type { WizardPage } from '#src/routing/paths.ts';
import { readTabChoice } from '#src/device/storage.ts';

type Registration = {
  /** Stored in sessionStorage; survives a reload. */
  username: string | undefined;
  /** Errors of the server for an earlier step. */
  refusal: { page: WizardPage; text: string } | undefined;
};

const nothing: Registration = { username: undefined, refusal: undefined };
const initialState = (): Registration => ({
  ...nothing,
  username: readTabChoice('chosenUsername'),
});

/** State of the registration that is not stored. */
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
  /** Resets the registration for the next user. */
  extraReducers: (builder) => {
    builder
      .addCase(navigation.actions.loggedOut, () => nothing)
      .addCase(navigation.actions.loggedIn, () => nothing);
  },
});

export type RegistrationState = { registration: Registration };
