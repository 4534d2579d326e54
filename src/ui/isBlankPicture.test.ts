import { expect, it } from 'vitest';
import { isBlankPicture } from './isBlankPicture.ts';

/** A picture of one color, with other pixels on it. */
function paint(color: number[], ...others: number[][]): Uint8ClampedArray {
  const pixels = [...Array.from({ length: 100 }, () => color), ...others];
  return new Uint8ClampedArray(pixels.flatMap((pixel) => [...pixel, 255]));
}

it.each([
  ['white', paint([255, 255, 255])],
  ['black', paint([0, 0, 0])],
  ['white with the noise of a JPEG', paint([252, 252, 252], [255, 250, 248], [246, 249, 252])],
])('A picture that is only %s is blank', (_, pixels) => {
  expect(isBlankPicture(pixels)).toBe(true);
});

it.each([
  ['a dark stroke', paint([255, 255, 255], [29, 47, 111])],
  ['a faint pencil', paint([255, 255, 255], [210, 210, 210])],
  ['a light stroke on dark paper', paint([20, 20, 20], [120, 120, 120])],
])('A picture with %s is not blank', (_, pixels) => {
  expect(isBlankPicture(pixels)).toBe(false);
});
