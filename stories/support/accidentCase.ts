import { makeCase, makeFolder } from '#schemas/testing/make.ts';

/** A case with folders, unread messages and five assignees. */
export const accident = makeCase({
  lastMessage: 'Die Alster Assekuranz hat die Haftung anerkannt.',
  lastMessageBy: 'Selin Aydın',
  isLastMessageOwn: false,
  lastMessageDate: '2026-11-20T07:52:00Z',
  folderCount: 3,
  folders: [
    makeFolder({
      totalUnreadMessage: 2,
      descendants: [makeFolder({ id: 'f2', name: 'Nachbesichtigung mit allen Beteiligten' })],
    }),
    makeFolder({ id: 'f3', name: 'Versicherung' }),
  ],
  rootInfo: { id: 'c1', name: 'Verkehrsunfall', totalUnreadMessage: 1, lastMessageDate: null },
  totalUnreadMessage: 1,
  totalUnreadMessageInFolder: 2,
  categories: ['Verkehrsrecht'],
  assignees: [
    ['Miriam', 'Behrens'],
    ['Erik', 'Lindqvist'],
    ['Tuğba', 'Kaya'],
    ['Ole', 'Harms'],
    ['Jan', 'Petersen'],
  ].map(([firstName = '', lastName = '']) => ({ firstName, lastName, profilePictureUrl: null })),
});
