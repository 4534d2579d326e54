import { it } from 'vitest';

it('A test passes and leaves a rejected promise', () => {
  void Promise.reject(new Error('A promise was rejected'));
});
