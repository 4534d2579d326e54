import { it } from 'vitest';
import { isSecondRun } from './isSecondRun.ts';

it('A test passes and leaves a rejected promise', () => {
  if (!isSecondRun('rejects')) void Promise.reject(new Error('A promise was rejected'));
});
