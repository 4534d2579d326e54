import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { WizardPage } from '#src/lib/paths.ts';

type Registration = {
  /** Chosen here and not stored: a reload asks for it again. */
  username: string | undefined;
  /** What the server had to say of an earlier step, shown there. */
  refusal: { page: WizardPage; text: string } | undefined;
};

const initialState: Registration = { username: undefined, refusal: undefined };

/** What the registration knows beside the step it is at, which the browser keeps. */
export const registration = createSlice({
  name: 'registration',
  initialState,
  reducers: {
    usernameChosen: (_, { payload: username }: PayloadAction<string>): Registration => ({ username, refusal: undefined }),
    refused: (state, { payload: refusal }: PayloadAction<Registration['refusal']>) => { state.refusal = refusal; },
    ended: () => initialState,
  },
});

export type RegistrationState = { registration: Registration };
