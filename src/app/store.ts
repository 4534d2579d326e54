import {
  combineReducers,
  configureStore,
  isAnyOf,
  type Middleware,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { InvitedPage } from '#schemas/access/accessPages.ts';
import { usersApi } from '#src/api/access/users.ts';
import { api } from '#src/api/client/api.ts';
import { registration } from '#src/features/access/registration/slice.ts';
import { navigation } from '#src/routing/navigation.ts';
import { clearToasts } from '#src/ui/toast.ts';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
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

/** Creates the portal's store, with the invitation that the page carries in its cache of calls. */
export function createStore({ hashUserKey, invitation }: Partial<InvitedPage> = {}) {
  const store = configureStore({
    reducer: resetOnLogout,
    middleware: (defaults) => defaults().concat(api.middleware, clearToastsOfLastUser),
  });
  if (hashUserKey !== undefined && invitation) {
    const arg = { params: { hashUserKey } };
    store.dispatch(
      usersApi.util.upsertQueryEntries([{ endpointName: 'getInvitation', arg, value: invitation }]),
    );
  }
  return store;
}
