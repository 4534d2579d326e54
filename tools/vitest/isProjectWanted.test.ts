import { expect, it } from 'vitest';
import { isProjectWanted } from './isProjectWanted.ts';

const isWanted = (...options: string[]) => isProjectWanted('stories', ['run', ...options]);

it('A project is set up when it is named, or when no project is', () => {
  expect(isWanted()).toBe(true);
  expect(isWanted('--project=stories', 'stories/forms')).toBe(true);
  expect(isWanted('--project', 'rules', '--project', 'stories')).toBe(true);
});

it('A project is set up when a pattern may mean it', () => {
  expect(isWanted('--project=sto*')).toBe(true);
  expect(isWanted('--project=!rules')).toBe(true);
});

it('Stories that cannot be read stop no run of other projects only', () => {
  expect(isWanted('--project=rules', '--project=server')).toBe(false);
  expect(isWanted('--project', 'server', 'stories')).toBe(false);
});
