import { beforeAll, describe, it } from 'vitest';

describe('a group whose hook fails', () => {
  beforeAll(() => {
    throw new Error('The hook has failed');
  });

  it('A test of the group never begins', () => undefined);
});

it('A test outside of the group passes', () => undefined);
