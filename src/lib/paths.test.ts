import { expect, it } from 'vitest';
import { paths } from './paths.ts';

it('spells every address as the specification does', () => {
  const { guidance, guidanceConfirmation, ...simple } = paths;
  expect(Object.values(simple).map((path) => path('guid/1'))).toEqual(['/', '/404', '/externalform/guid%2F1', '/externalform/guid%2F1/succeed']);
  const address = { family: 'page', accountIdentity: 'kanzlei', externalRequestKey: 'key/1' } as const;
  expect([guidance(address), guidanceConfirmation({ ...address, family: 'proudly-presents' })]).toEqual(['/page/kanzlei/guidance/key%2F1', '/proudly-presents/kanzlei/guidance/key%2F1/confirmation-page']);
});
