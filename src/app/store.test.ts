import { beforeEach, expect, it } from 'vitest';
import { navigation } from '#src/routing/navigation.ts';
import { clearToasts, getToasts, toast } from '#src/ui/toast.ts';
import { createStore } from './store.ts';

beforeEach(clearToasts);

it.each([
  ['logout', navigation.actions.loggedOut('here')],
  ['login', navigation.actions.loggedIn()],
])('A %s removes the toasts shown before it', (_, action) => {
  toast({ level: 'success', text: 'Gespeichert.' });
  createStore().dispatch(action);
  expect(getToasts()).toEqual([]);
});
