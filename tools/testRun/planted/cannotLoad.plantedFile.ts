import { it } from 'vitest';

it('A test never begins', () => undefined);
throw new Error('This file cannot be loaded');
