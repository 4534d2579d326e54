import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { navigation } from '#src/lib/navigation.ts';

export type ToastLevel = 'error' | 'warning' | 'success';
export type Toast = { id: string; level: ToastLevel; text: string };

/** Short messages at the bottom of the page (calls.md §8, Toasts). */
export const toasts = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    shown: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { id: nanoid(), ...toast } }),
      /** Said again, it is said once, and stays as long again. */
      reducer: (state, { payload }: PayloadAction<Toast>) => [
        ...state.filter(({ level, text }) => level !== payload.level || text !== payload.text),
        payload,
      ],
    },
    closed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
  /** What was said to whoever was logged in is for nobody else, and what led to a login is done with. */
  extraReducers: (builder) => {
    builder
      .addCase(navigation.actions.loggedOut, () => [])
      .addCase(navigation.actions.loggedIn, () => []);
  },
});
