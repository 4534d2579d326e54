import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { drawSheet } from './drawSheet.ts';

const right = 595.28 - 56; // of the text, on A4

async function draw(words: string) {
  const pdf = await drawSheet({
    options: {
      title: 'Schaden',
      author: 'Kanzlei Test',
      language: 'de-DE',
      at: new Date('2026-11-20T09:00:00.000Z'),
      sender: { color: '#a01030', logo: undefined },
    },
    calls: [['write', 'P', 'text', words, 0]],
    footer: [],
  });
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
