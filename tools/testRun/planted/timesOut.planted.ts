import { it } from 'vitest';

it('A test never ends', () => new Promise(() => undefined), 50);
