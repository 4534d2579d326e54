import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';

/** The dispatch type for calls; only `app` knows the type of the whole store. */
export type AppDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
