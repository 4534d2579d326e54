import { it } from 'vitest';

it('A test never ends, and no timeout of its runner ends it', () => {
  for (;;);
});
