import { expect, it } from 'vitest';
import { turnedSize } from './source.ts';

it.each([
  [0, 600, 900],
  [90, 900, 600],
  [180, 600, 900],
  [270, 900, 600],
  [360, 600, 900],
  [45, 1060.66, 1060.66],
])('a picture turned by %s degrees takes %s by %s', (degrees, width, height) => {
  const size = turnedSize({ width: 600, height: 900 }, degrees);
  expect(size.width).toBeCloseTo(width, 1);
  expect(size.height).toBeCloseTo(height, 1);
});
