import { expect, it } from 'vitest';
import { formVisibilities } from './providerForms.ts';
import { isOpenToVisitors } from './providerForms.rules.ts';

it('Only a published form that is public or unlisted is open to visitors', () => {
  const states = ['draft', 'published', 'withdrawn'] as const;
  const open = states.flatMap((state) =>
    formVisibilities
      .filter((visibility) => isOpenToVisitors({ state, visibility }))
      .map((visibility) => `${state} ${visibility}`),
  );
  expect(open).toEqual(['published public', 'published unlisted']);
});
