import { getDocumentProxy } from 'unpdf';
import { expect, it, vi } from 'vitest';
import { drawSheet } from './drawSheet.ts';
import type { SheetContent } from './sheet.ts';

const right = 595.28 - 56; // of the text, on A4

const options = {
  title: 'Schaden',
  author: 'Kanzlei Test',
  language: 'de-DE',
  at: new Date('2026-11-20T09:00:00.000Z'),
  sender: { color: '#a01030', logo: undefined },
};

async function draw(words: string) {
  const pdf = await drawSheet({ options, calls: [['write', 'P', 'text', words, 0]], footer: [] });
  return getDocumentProxy(new Uint8Array(pdf));
}

/** Returns the parts of the text of a page, and the tags around them. */
async function readPage(pdf: Awaited<ReturnType<typeof draw>>, page = 1) {
  const { items } = await (await pdf.getPage(page)).getTextContent({ includeMarkedContent: true });
  return {
    parts: items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : [])),
    tags: items.flatMap((item) => ('tag' in item ? [item.tag] : [])),
  };
}

it('Arabic words can be searched, and end at the right margin', async () => {
  const { parts } = await readPage(await draw('السلام عليكم، متوقفة في برلين'));
  const words = parts.map(({ str }) => str.normalize('NFKC')).join(' ');
  for (const word of ['السلام', 'عليكم', 'متوقفة', 'في', 'برلين']) expect(words).toContain(word);
  const ends = parts.map(({ transform, width }) => Number(transform[4]) + width);
  expect(Math.max(...ends)).toBeCloseTo(right, 0);
});

it('A German line begins at the left margin', async () => {
  const { parts, tags } = await readPage(await draw('Herr أحمد kam'));
  expect(parts[0]).toMatchObject({ str: expect.stringContaining('Herr'), dir: 'ltr' });
  expect(parts[0]?.transform[4]).toBeCloseTo(56, 0);
  expect(tags).not.toContain('Span');
});

it('The text of a script is beside glyphs that differ from it', async () => {
  const { tags } = await readPage(await draw('हिन्दी'));
  expect(tags).toContain('Span');
});

it('A text in two fonts is on one baseline', async () => {
  const { parts } = await readPage(await draw('Unfall 交通事故 حادث → 1,1 ‰'));
  expect(new Set(parts.map(({ transform }) => Number(transform[5])))).toHaveProperty('size', 1);
});

it('A long text continues on the next page', async () => {
  const pdf = await draw('السيارة كانت متوقفة. Der Wagen stand. '.repeat(200));
  expect(pdf.numPages).toBe(2);
  const [first, second] = [await readPage(pdf), await readPage(pdf, 2)];
  expect(first.parts.length).toBeGreaterThan(second.parts.length);
  expect(second.parts.map(({ str }) => str).join(' ')).toContain('Wagen');
});

it('An empty heading is drawn, also when no text has opened its font before', async () => {
  vi.resetModules();
  const { drawSheet: drawFirst } = await import('./drawSheet.ts');
  const heading = drawFirst({ options, calls: [['write', 'H1', 'title', '', 0]], footer: [] });
  expect((await heading).subarray(0, 5).toString()).toBe('%PDF-');
});

/** Ranges of characters: scripts, marks, signs, halves of pairs, controls. */
const ranges = [
  ...[0x20, 0xa0, 0x300, 0x400, 0x5d0, 0x620, 0x900, 0xb80, 0xe00, 0x10a0, 0x1200, 0x2000],
  ...[0x2060, 0x2190, 0x2600, 0x3040, 0x4e00, 0xac00, 0xd800, 0xfb00, 0xfe00, 0x1f300, 0],
];

/** Returns the same random numbers, below 1, in each run. */
function createRandom(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}

it('Any mixture of scripts and marks is drawn', async () => {
  const random = createRandom();
  const pick = () => (ranges[Math.floor(random() * ranges.length)] ?? 0) + random() * 0x60;
  const mix = () => String.fromCodePoint(...Array.from({ length: 30 }, () => Math.floor(pick())));
  const mixCalls = (): SheetContent['calls'] => [
    ['write', 'H1', 'title', mix(), 0],
    ['writeFact', mix(), mix()],
    ['writeAnswer', { label: mix(), help: mix(), words: mix() }, 0],
  ];
  // each sheet contains parts of all its fonts, so few long ones are faster
  for (let sheet = 0; sheet < 2; sheet += 1)
    await drawSheet({
      options,
      calls: Array.from({ length: 10 }, mixCalls).flat(),
      footer: [mix(), { number: 'page' }],
    });
});
