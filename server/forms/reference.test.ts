import { expect, it } from 'vitest';
import { newId } from '#server/db/newId.ts';
import { buildReference } from './reference.ts';

it('A reference has nine unambiguous characters and is the same for the same submission', () => {
  expect(buildReference('kx3Fq0vU7hZrT1mYwA9sLg')).toMatch(/^([2-9BCDFGHJKMNPQRSTVWXYZ]{3}-?){3}$/);
  expect(buildReference('kx3Fq0vU7hZrT1mYwA9sLg')).toBe(buildReference('kx3Fq0vU7hZrT1mYwA9sLg'));
  const references = new Set(Array.from({ length: 10_000 }, () => buildReference(newId())));
  expect(references.size).toBe(10_000);
});
