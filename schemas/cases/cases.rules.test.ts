import { expect, it } from 'vitest';
import type { Folder } from './cases.ts';
import { findUnreadFolder } from './cases.rules.ts';

const folder = (
  id: string,
  totalUnreadMessage: number,
  lastMessageDate: string | null,
  descendants: Folder[] = [],
): Folder => ({
  id,
  name: id,
  parentId: null,
  parentName: null,
  rootId: 'case',
  totalUnreadMessage,
  lastMessageDate,
  descendants,
});

it('The folder of the newest unread message is found at any depth', () => {
  const folders = [
    folder('old', 1, '2026-11-01T09:00:00Z'),
    folder('read', 0, '2026-11-20T09:00:00Z', [folder('new', 2, '2026-11-10T09:00:00Z')]),
  ];
  expect(findUnreadFolder({ totalUnreadMessage: 0, folders })?.id).toBe('new');
  expect(findUnreadFolder({ totalUnreadMessage: 1, folders })).toBeUndefined();
  expect(findUnreadFolder({ totalUnreadMessage: 0, folders: [] })).toBeUndefined();
});
