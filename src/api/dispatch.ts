import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';

/** The store's dispatch as far as calls need it: `app` knows the whole store, a feature does not. */
export type AppDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
