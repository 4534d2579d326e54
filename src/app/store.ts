import { configureStore } from '@reduxjs/toolkit';
import { api } from '#src/api/api.ts';
import { locale } from '#src/features/locale/slice.ts';
import { toasts } from '#src/features/toasts/slice.ts';

export const createStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer, locale: locale.reducer, toasts: toasts.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
