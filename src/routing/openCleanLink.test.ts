// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { openCleanLink } from './openCleanLink.ts';

afterEach(() => history.replaceState(null, '', '/'));

it('A link that a mail program has changed is replaced, without an entry in the history', () => {
  history.replaceState({ kept: 1 }, '', '/externalform/KEY).?M_NAME=Ida&amp;ref=mail#content');
  const entries = history.length;
  openCleanLink();
  expect(location.pathname + location.search + location.hash).toBe(
    '/externalform/KEY?M_NAME=Ida&ref=mail#content',
  );
  expect([history.length, history.state]).toEqual([entries, { kept: 1 }]);
});

it('Another address stays', () => {
  history.replaceState(null, '', '/externalform/KEY?a=1#b.');
  openCleanLink();
  expect(location.pathname + location.search + location.hash).toBe('/externalform/KEY?a=1#b.');
});
