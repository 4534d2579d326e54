import { expect, it } from 'vitest';
import { largeTypes } from './largeTypes.ts';
import { loadGroupedViews } from './loadGroupedViews.ts';
import { portalRegistry } from './portalRegistry.ts';

const listLoaded = async (types: readonly string[]) =>
  (await loadGroupedViews(types)).map(([type]) => type);

it('Every large type is an element type', () => {
  expect(largeTypes.filter((type) => !portalRegistry.has(type))).toEqual([]);
});

it('A page without a large type loads the views of all other types', async () => {
  expect((await listLoaded(['input'])).toSorted()).toEqual(
    [...portalRegistry.keys()].filter((type) => !largeTypes.includes(type)).toSorted(),
  );
});

it('A page with a large type loads all views', async () => {
  expect((await listLoaded(['input', 'file'])).toSorted()).toEqual(
    [...portalRegistry.keys()].toSorted(),
  );
});
