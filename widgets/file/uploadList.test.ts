import { describe, expect, it } from 'vitest';
import { attachmentExtensions, limits as productLimits } from '#schemas/limits.ts';
import { fileLimits } from './fileLimits.ts';
import { createTurns, refusalOf, uploadList, type PendingUpload } from './uploadList.ts';

const limits = fileLimits({ maxFiles: 2, maxSizeMb: 1, extensions: ['jpg', 'pdf'] });

it('takes of an element what the product takes of a message, unless its author says otherwise', () => {
  expect(fileLimits({})).toEqual({
    maxFiles: productLimits.file.maxPerMessage,
    maxSizeBytes: productLimits.file.maxSizeBytes,
    extensions: attachmentExtensions,
  });
});

describe('refusalOf', () => {
  it.each([
    ['foto.jpg', 10, 0, undefined],
    ['setup.exe', 10, 0, { rule: 'extension' }],
    ['brief.docx', 10, 0, { rule: 'extension' }],
    ['leer.pdf', 0, 0, { rule: 'empty' }],
    ['gross.jpg', 1024 * 1024 + 1, 0, { rule: 'size', limit: 1 }],
    ['dritte.jpg', 10, 2, { rule: 'count', limit: 2 }],
  ])('%s of %i bytes after %i others: %j', (name, size, taken, refusal) =>
    expect(refusalOf({ name, size }, limits, taken)).toEqual(refusal),
  );
});

describe('uploadList', () => {
  const file = new File(['x'], 'foto.jpg');
  const started = uploadList([], { type: 'started', key: 'a', file });

  it('follows a file from its start to its end', () => {
    expect(started).toMatchObject([{ key: 'a', state: 'preparing', sentBytes: 0 }]);
    const smaller = new File([''], 'foto.jpg');
    expect(uploadList(started, { type: 'prepared', key: 'a', file: smaller })).toMatchObject([
      { key: 'a', state: 'sending', file: smaller },
    ]);
    expect(uploadList(started, { type: 'progressed', key: 'a', sentBytes: 5 })).toMatchObject([
      { sentBytes: 5 },
    ]);
    expect(uploadList(started, { type: 'ended', key: 'a' })).toEqual([]);
  });

  it('keeps its place and its key when it is tried again', () => {
    const two = uploadList(
      uploadList(started, { type: 'failed', key: 'a', message: 'Netz', retry: 'whenOnline' }),
      { type: 'started', key: 'b', file },
    );
    expect(two).toMatchObject([{ key: 'a', state: 'failed', message: 'Netz' }, { key: 'b' }]);
    const again: readonly PendingUpload[] = uploadList(two, { type: 'started', key: 'a', file });
    expect(again).toMatchObject([
      { key: 'a', state: 'preparing', message: undefined },
      { key: 'b' },
    ]);
  });
});

it('keeps files in the order in which they were picked, under whatever id, and those of an earlier visit before them', () => {
  const turns = createTurns();
  for (const key of ['erste', 'zweite', 'dritte']) turns.take(key);
  turns.take('upload-3', 'dritte');
  turns.take('zweite'); // tried once more
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
