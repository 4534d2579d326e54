import {
  combineReducers,
  configureStore,
  isAnyOf,
  type Middleware,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from '#src/api/client/api.ts';
import { locale } from '#src/locale/slice.ts';
import { registration } from '#src/features/access/registration/slice.ts';
import { navigation } from '#src/routing/navigation.ts';
import { clearToasts } from '#src/ui/toast.ts';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  locale: locale.reducer,
  navigation: navigation.reducer,
  registration: registration.reducer,
});

type State = ReturnType<typeof reducer>;

/** Resets every slice on a logout. */
const resetOnLogout = (state: State | undefined, action: UnknownAction): State =>
  reducer(navigation.actions.loggedOut.match(action) ? undefined : state, action);

const isLoginOrLogout = isAnyOf(navigation.actions.loggedIn, navigation.actions.loggedOut);

/** Removes toasts on a login and a logout: they were meant for the user before. */
const clearToastsOfLastUser: Middleware = () => (next) => (action) => {
  if (isLoginOrLogout(action)) clearToasts();
  return next(action);
};

export const createStore = () =>
  configureStore({
    reducer: resetOnLogout,
    middleware: (defaults) => defaults().concat(api.middleware, clearToastsOfLastUser),
  });
