import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { portalRegistry } from '#widgets/portalRegistry.ts';

it('Every element type of the registry has a story under As RJSF', () => {
  const source = readFileSync('stories/engine/rjsf.stories.tsx', 'utf8');
  const shown = [...source.matchAll(/asRjsf\('(\w+)'\)/g)].map(([, type]) => type);
  expect(shown.sort()).toEqual([...portalRegistry.keys()].sort());
});
