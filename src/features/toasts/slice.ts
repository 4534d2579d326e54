import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export type ToastLevel = 'error' | 'warning' | 'success';
export type Toast = { id: string; level: ToastLevel; text: string };

/** Short messages at the bottom of the page (calls.md §8, Toasts). */
export const toasts = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    shown: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { id: nanoid(), ...toast } }),
      reducer: (state, { payload }: PayloadAction<Toast>) => void state.push(payload),
    },
    closed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
});
