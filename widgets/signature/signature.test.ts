import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureLimits } from '#schemas/forms/limits.ts';
import { createTestEngine } from '#src/engine/testing/TestForm.tsx';
import { fixtures } from './fixtures.ts';
import { measureInk, splitLines, computeNameSize, createStroke, renderSvg } from './ink.ts';
import { readPngSize } from './png.ts';
import { canvasSize, type SignatureAnswer } from './signatureAnswer.ts';

const { png } = fixtures[0]?.valid[0] as SignatureAnswer;
const wave = Array.from({ length: 60 }, (_, index) => ({
  x: index * 4,
  y: 50 + Math.sin(index / 5) * 30,
  time: index * 16,
}));

describe('a stroke', () => {
  it('A stroke is the same whatever the width of the screen it was drawn on', () => {
    const onPhone = createStroke(wave, 320, 1_000);
    const onDesk = createStroke(
      wave.map(({ x, y, time }) => ({ x: x * 1.8, y: y * 1.8, time: time * 1.8 })),
      576,
      1_000,
    );
    onPhone.forEach(({ x, y, width }, index) => {
      expect(Math.abs(x - (onDesk[index]?.x ?? 0))).toBeLessThanOrEqual(1);
      expect(Math.abs(y - (onDesk[index]?.y ?? 0))).toBeLessThanOrEqual(1);
      expect(Math.abs(width - (onDesk[index]?.width ?? 0))).toBeLessThanOrEqual(4);
    });
  });

  it('A stroke stays on the paper when the pointer leaves it, and has a limited length', () => {
    const wild = fc.array(
      fc.record({
        x: fc.double({ min: -5e3, max: 5e3, noNaN: true }),
        y: fc.double({ min: -5e3, max: 5e3, noNaN: true }),
        time: fc.nat(),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(wild, (points) => {
        const stroke = createStroke(points, 400, 20);
        expect(stroke.length).toBe(Math.min(points.length, 20));
        for (const { x, y, width } of stroke)
          expect(
            x >= 0 &&
              x <= canvasSize.width &&
              y >= 0 &&
              y <= canvasSize.height &&
              width >= 2 &&
              width <= 40 &&
              Number.isInteger(width),
          ).toBe(true);
      }),
    );
  });

  it('A stroke is thinner where the pen is faster', () => {
    const slow = createStroke(
      [
        { x: 0, y: 0, time: 0 },
        { x: 5, y: 0, time: 100 },
      ],
      500,
      9,
    ).at(-1);
    const fast = createStroke(
      [
        { x: 0, y: 0, time: 0 },
        { x: 90, y: 0, time: 20 },
      ],
      500,
      9,
    ).at(-1);
    expect(slow?.width).toBeGreaterThan(fast?.width ?? 99);
  });

  it('Lines start and end where the pen did, and a dot is a visible line', () => {
    const stroke = [
      { x: 10, y: 20, width: 4 },
      { x: 30, y: 40, width: 4 },
      { x: 50, y: 20, width: 8 },
    ];
    expect(splitLines(stroke)).toEqual([
      { path: 'M10 20Q10 20 20 30Q30 40 40 30', width: 4 },
      { path: 'M40 30Q50 20 50 20', width: 8 },
    ]);
    expect(splitLines([{ x: 10, y: 20, width: 4 }])).toEqual([{ path: 'M10 20h1', width: 4 }]);
    expect(measureInk([stroke])).toBeCloseTo(2 * Math.hypot(20, 20));
  });
});

it('A typed name is escaped in the SVG', () => {
  fc.assert(
    fc.property(
      fc.string({
        minLength: 1,
        maxLength: 100,
        unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', 'é', '李'),
      }),
      (name) => {
        const svg = renderSvg({ method: 'typed', name });
        expect(svg.match(/<[^/]/g)).toHaveLength(3);
        expect(svg.replace(/&(amp|lt|gt|quot|apos);/g, '')).not.toContain('&');
        expect(computeNameSize(name)).toBeGreaterThan(20);
      },
    ),
  );
});

describe('a PNG data URL', () => {
  const bytes = Buffer.from(png.slice(png.indexOf(',') + 1), 'base64');
  const url = (content: Buffer) => `data:image/png;base64,${content.toString('base64')}`;

  it('`readPngSize` returns the size of a PNG', () =>
    expect(readPngSize(png)).toEqual({ width: 400, height: 150 }));

  it.each([
    ['cut off', url(bytes.subarray(0, -1))],
    ['with something behind its end', url(Buffer.concat([bytes, Buffer.from('<script>')]))],
    ['without its end', url(bytes.subarray(0, -12))],
    ['a JPEG', url(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))],
    ['no base64', 'data:image/png;base64,%%%'],
    ['empty', 'data:image/png;base64,'],
  ])('A data URL that is %s is no PNG', (_, broken) => expect(readPngSize(broken)).toBeUndefined());
});

it('A dot is no signature and is not counted', () => {
  const engine = createTestEngine([
    { id: 'signature', type: 'signature', label: 'Unterschrift', required: true },
  ]);
  const tap = fixtures[0]?.valid[0] as SignatureAnswer;
  engine.store.set('signature', {
    ...tap,
    method: 'drawn',
    strokes: [[{ x: 10, y: 10, width: 4 }]],
  });
  expect(engine.store.getProgress()).toEqual({ answered: 0, required: 1 });
  expect(engine.store.validate().errors).toMatchObject([{ rule: 'required' }]);
});

it.each(['.', '- -', '✗ 12'])(
  'A typed name without a letter is no signature and is not counted: %s',
  (name) => {
    const engine = createTestEngine([
      { id: 'signature', type: 'signature', label: 'Unterschrift', required: true },
    ]);
    const typed = fixtures[0]?.valid[1] as SignatureAnswer;
    engine.store.set('signature', { ...typed, name });
    expect(engine.store.getProgress()).toEqual({ answered: 0, required: 1 });
    expect(engine.store.validate().errors).toMatchObject([{ rule: 'required' }]);
  },
);

it('A name that is too long is rejected with the limit', () => {
  const engine = createTestEngine([{ id: 'signature', type: 'signature', label: 'Unterschrift' }]);
  engine.store.set('signature', {
    ...(fixtures[0]?.valid[1] as SignatureAnswer),
    name: 'J'.repeat(signatureLimits.maxNameLength + 1),
  });
  expect(engine.store.validate().errors).toMatchObject([
    { rule: 'nameTooLong', params: { limit: signatureLimits.maxNameLength } },
  ]);
});
