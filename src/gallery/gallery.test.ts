import { beforeEach, expect, it, vi } from 'vitest';
import { decodeText } from './decodeText.ts';
import { afterRemoval, loadBytes, type GalleryFile } from './galleryFile.ts';

const calls = vi.hoisted(() => ({ fetchFile: vi.fn(), fetchPreview: vi.fn() }));
vi.mock('#src/api/files/fileViews.ts', () => calls);
beforeEach(() => {
  calls.fetchFile.mockReset();
  calls.fetchPreview.mockReset();
});

const file = (id: string): GalleryFile => ({ id, name: `${id}.txt`, extension: 'txt', size: 1 });
const files = ['a', 'b', 'c'].map(file);

it.each([
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'b'],
])('After the removal of %s the gallery shows %s', (removed, next) => {
  expect(afterRemoval(files, removed)?.id).toBe(next);
});

it('The gallery is empty after the last removal', () => {
  expect(afterRemoval([file('a')], 'a')).toBeUndefined();
});

const bytes = (...numbers: number[]): ArrayBuffer => new Uint8Array(numbers).buffer;
it.each([
  ['UTF-8', bytes(0x47, 0x72, 0xc3, 0xbc, 0xc3, 0x9f, 0x65)],
  ['Windows-1252', bytes(0x47, 0x72, 0xfc, 0xdf, 0x65)],
  ['UTF-16 with its mark', bytes(0xff, 0xfe, 0x47, 0, 0x72, 0, 0xfc, 0, 0xdf, 0, 0x65, 0)],
])('A text in %s is decoded', (_, given) => {
  expect(decodeText(given)).toEqual({ text: 'Grüße', isCut: false });
});

it('A long text is cut', () => {
  const long = decodeText(new TextEncoder().encode('x'.repeat(300_000)).buffer);
  expect([long.text.length, long.isCut]).toEqual([200_000, true]);
  expect(decodeText(bytes())).toEqual({ text: '', isCut: false });
});

it('A local file is drawn without a download', async () => {
  const local = new File(['y'], 'y.txt');
  expect(await loadBytes({ ...file('y'), local }, 'whole')).toBe(local);
  calls.fetchPreview.mockResolvedValue(new Blob(['x']));
  await loadBytes({ ...file('x'), workflowKey: 'w' }, 'preview');
  expect([calls.fetchFile.mock.calls, calls.fetchPreview.mock.calls]).toEqual([[], [['x', 'w']]]);
});
