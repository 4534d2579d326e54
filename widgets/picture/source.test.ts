import { expect, it } from 'vitest';
import { getTurnedSize } from './source.ts';

it.each([
  [0, 600, 900],
  [90, 900, 600],
  [180, 600, 900],
  [270, 900, 600],
  [360, 600, 900],
  [45, 1060.66, 1060.66],
])('A picture rotated by %s degrees has a bounding box of %s by %s', (degrees, width, height) => {
  const size = getTurnedSize({ width: 600, height: 900 }, degrees);
  expect(size.width).toBeCloseTo(width, 1);
  expect(size.height).toBeCloseTo(height, 1);
});
