import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '#src/api/api.ts';
import { locale } from '#src/features/locale/slice.ts';
import { registration } from '#src/features/registration/slice.ts';
import { toasts } from '#src/features/toasts/slice.ts';
import { navigation } from '#src/lib/navigation.ts';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  locale: locale.reducer,
  navigation: navigation.reducer,
  registration: registration.reducer,
  toasts: toasts.reducer,
});

type State = ReturnType<typeof reducer>;

/** A logout leaves messages; all the rest begins anew, from what belongs to the device (product.md §4, Login). */
function withLogout(state: State | undefined, action: UnknownAction): State {
  const left =
    state && navigation.actions.loggedOut.match(action) ? { toasts: state.toasts } : state;
  return reducer(left, action); // a part that is left out begins anew
}

export const createStore = () =>
  configureStore({
    reducer: withLogout,
    middleware: (defaults) => defaults().concat(api.middleware),
  });
