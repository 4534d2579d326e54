import { expect, it } from 'vitest';
import { computeRedrawnSize } from './redrawnSize.ts';

const draw = (width: number, height: number, maxSidePx = 2_560) => {
  const size = computeRedrawnSize({ width, height }, maxSidePx);
  return size && `${size.width}x${size.height}`;
};

it.each([
  ['a photo', 4_000, 3_000, '2560x1920'],
  ['a photo of a tall phone', 3_000, 6_500, '1182x2560'],
  ['a picture that is just not long', 2_000, 5_000, '1024x2560'],
  ['a picture that is just long', 2_000, 5_010, '1024x2565'],
  ['a long screenshot of a chat', 1_080, 14_000, '1024x13274'],
  ['a receipt', 1_500, 9_000, '1024x6144'],
  ['a panorama', 16_000, 3_800, '4312x1024'],
  ['a wide and flat panorama', 16_000, 1_200, '13653x1024'],
])('The text of %s of %i x %i pixels stays readable', (_, width, height, expected) => {
  expect(draw(width, height)).toBe(expected);
});

it.each([
  ['has no side above the limit', 2_560, 1_920],
  ['is long and narrow', 1_000, 14_000],
  ['is too long for a canvas at a readable size', 1_080, 20_000],
  ['has too many pixels for a canvas at a readable size', 1_200, 19_400],
])('A picture that %s is not redrawn: %i x %i pixels', (_, width, height) => {
  expect(draw(width, height)).toBeUndefined();
});

it('The limit of an author changes the short side of a long picture in proportion', () => {
  expect([draw(4_000, 3_000, 1_600), draw(1_080, 14_000, 1_600)]).toEqual([
    '1600x1200',
    '640x8296',
  ]);
});

it('A picture whose format changes is always redrawn, and never enlarged', () => {
  expect([
    computeRedrawnSize({ width: 100, height: 80 }, 2_560, true),
    computeRedrawnSize({ width: 4_032, height: 3_024 }, Number.MAX_SAFE_INTEGER, true),
    computeRedrawnSize({ width: 1_080, height: 14_000 }, 2_560, true),
  ]).toEqual([
    { width: 100, height: 80 },
    { width: 4_032, height: 3_024 },
    { width: 1_024, height: 13_274 },
  ]);
});

it.each([
  [1_000, 40_000, 2_560, '409x16384'],
  [1_080, 20_000, 2_560, '884x16383'],
  [1_200, 19_400, 2_560, '1013x16384'],
  [8_064, 6_048, Number.MAX_SAFE_INTEGER, '4729x3547'],
  [1, 40_000, 2_560, '1x16384'],
])(
  'A picture of %i x %i pixels whose format changes is made as small as a canvas, limit %i',
  (width, height, maxSidePx, expected) => {
    const size = computeRedrawnSize({ width, height }, maxSidePx, true);
    expect(size && `${size.width}x${size.height}`).toBe(expected);
  },
);
