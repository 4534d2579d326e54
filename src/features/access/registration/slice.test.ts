// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { navigation } from '#src/routing/navigation.ts';
import { clearAtLogout, readTabChoice, writeTabChoice } from '#src/device/storage.ts';
import { registration } from './slice.ts';

afterEach(clearAtLogout);
const afterReload = () => registration.reducer(undefined, { type: 'start' }).username;

it('The chosen username survives a reload of the tab', () => {
  expect(afterReload()).toBeUndefined();
  writeTabChoice('chosenUsername', 'j.wieland');
  expect(afterReload()).toBe('j.wieland');
});

it('The chosen username is cleared at logout and after the next PIN', () => {
  const chosen = registration.reducer(undefined, registration.actions.usernameChosen('j.wieland'));
  for (const end of [navigation.actions.loggedOut('here'), navigation.actions.loggedIn()])
    expect(registration.reducer(chosen, end).username).toBeUndefined();
  writeTabChoice('chosenUsername', 'j.wieland');
  clearAtLogout();
  expect(readTabChoice('chosenUsername')).toBeUndefined();
});
