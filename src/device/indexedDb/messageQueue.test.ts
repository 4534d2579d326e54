import { expect, it } from 'vitest';
import { getAttachments, type QueuedMessage } from './messageQueue.ts';

it('Attachments keep the order in which they were chosen, uploaded or not', () => {
  const arrived = (key: string) => ({ entityId: `upload-${key}`, name: key });
  const files = ['eins', 'drei', 'vier'].map((key) => ({ key, name: key }));
  const turns = [
    'eins',
    'zwei',
    'upload-zwei',
    'drei',
    'vier',
    'upload-vier',
    'fuenf',
    'upload-fuenf',
  ];
  const queued: QueuedMessage = {
    key: 'one',
    place: { acc: 'a', akte: 'c' },
    queuedAt: '2026-11-20T09:00:00Z',
    written: {
      Header: 'H',
      TextContent: 'T',
      UploadIds: [arrived('alt'), arrived('zwei'), arrived('vier'), arrived('fuenf')],
    },
    files,
    turns,
  };
  expect(getAttachments(queued).map(({ id }) => id)).toEqual([
    'upload-alt',
    'eins',
    'upload-zwei',
    'drei',
    'vier',
    'upload-vier',
    'upload-fuenf',
  ]);
  const stored = (key: string) => ({
    fileuploadId: `upload-${key}`,
    fileName: key,
    fileExtension: 'pdf',
    size: 4,
    hasThumbnail: false,
  });
  const sendable = {
    ...queued,
    files: files.map((file) => ({ ...file, stored: stored(file.key) })),
  };
  expect(getAttachments(sendable)).toEqual(
    ['alt', 'eins', 'zwei', 'drei', 'vier', 'fuenf'].map((key) => ({
      id: `upload-${key}`,
      name: key,
    })),
  );
});
