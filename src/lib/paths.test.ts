import { expect, it } from 'vitest';
import { paths } from './paths.ts';

it('spells every address as the specification does', () => {
  expect(Object.values(paths).map((path) => path('guid/1'))).toEqual(['/', '/404', '/externalform/guid%2F1', '/externalform/guid%2F1/succeed']);
});
