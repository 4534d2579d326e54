// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { IntlProvider } from 'react-intl';
import { useUnsavedChanges } from './useUnsavedChanges.tsx';

/** Returns whether the browser asks before it leaves the page. */
const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('The browser asks before a page with unsaved changes is left, and not after they are saved', () => {
  const { result, unmount } = renderHook(() => useUnsavedChanges(() => undefined), {
    wrapper: ({ children }) => <IntlProvider locale="de">{children}</IntlProvider>,
  });
  expect(isAsked()).toBe(false);
  act(() => result.current.change());
  expect(isAsked()).toBe(true);
  act(() => result.current.saved());
  expect(isAsked()).toBe(false);
  act(() => result.current.change());
  unmount();
  expect(isAsked()).toBe(false);
});
