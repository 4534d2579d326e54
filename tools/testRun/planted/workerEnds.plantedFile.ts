import { it } from 'vitest';
import { isSecondRun } from './isSecondRun.ts';

it('A test ends its process the first time', () => {
  if (!isSecondRun('worker')) process.kill(process.pid, 'SIGKILL');
});

it('A test after it begins the second time only', () => undefined);
