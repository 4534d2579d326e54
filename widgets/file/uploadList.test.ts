import { describe, expect, it } from 'vitest';
import { attachmentExtensions, fileLimits } from '#schemas/files/limits.ts';
import { getFileLimits } from './fileLimits.ts';
import {
  createUploadOrder,
  findRejection,
  formatAccept,
  reduceUploads,
  type PendingUpload,
} from './uploadList.ts';

const limits = getFileLimits({ maxFiles: 2, maxSizeMb: 1, extensions: ['jpg', 'pdf'] });

it('A file element has the product’s limits unless its author sets lower ones', () => {
  expect(getFileLimits({})).toEqual({
    maxFiles: fileLimits.maxPerMessage,
    maxSizeBytes: fileLimits.maxSizeBytes,
    extensions: attachmentExtensions,
  });
});

describe('findRejection', () => {
  it.each([
    ['foto.jpg', 10, 0, undefined],
    ['setup.exe', 10, 0, { rule: 'extension' }],
    ['brief.docx', 10, 0, { rule: 'extension' }],
    ['leer.pdf', 0, 0, { rule: 'empty' }],
    ['gross.jpg', 1024 * 1024 + 1, 0, { rule: 'size', limit: 1 }],
    ['dritte.jpg', 10, 2, { rule: 'count', limit: 2 }],
  ])('%s of %i bytes after %i others: %j', (name, size, taken, refusal) =>
    expect(findRejection({ name, size }, limits, taken)).toEqual(refusal),
  );
});

it('The file dialog also offers photos that can become a JPEG', () => {
  const listOffered = (extensions: ('jpg' | 'pdf' | 'heic')[], isConverted: boolean) =>
    formatAccept(getFileLimits({ extensions }), isConverted);
  expect(listOffered(['pdf'], false)).toBe('.pdf');
  expect(listOffered(['pdf', 'heic'], true)).toBe('.pdf,.heic');
  expect(listOffered(['jpg'], false)).toBe('.jpg,.jpeg,.jpe,.jfif,.webp,.avif,.heic,.heif');
  expect(listOffered(['jpg', 'heic'], true)).toBe('.jpg,.jpeg,.jpe,.jfif,.webp,.avif');
});

describe('reduceUploads', () => {
  const file = new File(['x'], 'foto.jpg');
  const started = reduceUploads([], { type: 'started', key: 'a', file });

  it('A file is tracked from its start to its end', () => {
    expect(started).toMatchObject([{ key: 'a', state: 'preparing', sentBytes: 0 }]);
    const smaller = new File([''], 'foto.jpg');
    expect(reduceUploads(started, { type: 'prepared', key: 'a', file: smaller })).toMatchObject([
      { key: 'a', state: 'sending', file: smaller },
    ]);
    expect(reduceUploads(started, { type: 'progressed', key: 'a', sentBytes: 5 })).toMatchObject([
      { sentBytes: 5 },
    ]);
    expect(reduceUploads(started, { type: 'ended', key: 'a' })).toEqual([]);
  });

  it('A retried upload keeps its position and its key', () => {
    const two = reduceUploads(
      reduceUploads(started, { type: 'failed', key: 'a', message: 'Netz', retry: 'whenOnline' }),
      { type: 'started', key: 'b', file },
    );
    expect(two).toMatchObject([{ key: 'a', state: 'failed', message: 'Netz' }, { key: 'b' }]);
    const again: readonly PendingUpload[] = reduceUploads(two, { type: 'started', key: 'a', file });
    expect(again).toMatchObject([
      { key: 'a', state: 'preparing', message: undefined },
      { key: 'b' },
    ]);
  });
});

it('Files keep the order of picking under any id, after those of an earlier visit', () => {
  const turns = createUploadOrder();
  for (const key of ['erste', 'zweite', 'dritte']) turns.take(key);
  turns.take('upload-3', 'dritte');
  turns.take('zweite'); // retried
  turns.take('upload-1', 'erste');
  turns.take('vierte');
  expect(turns.sort(['upload-3', 'vierte', 'zweite', 'upload-1', 'alt'], (id) => id)).toEqual([
    'alt',
    'upload-1',
    'zweite',
    'upload-3',
    'vierte',
  ]);
  expect(turns.ids()).toEqual(['erste', 'upload-1', 'zweite', 'dritte', 'upload-3', 'vierte']);
});
