import type { CaseSummary, Folder } from '#schemas/cases.ts';

export const folder = (
  id: string,
  name: string,
  descendants: Folder[] = [],
  totalUnreadMessage = 0,
): Folder => ({
  id,
  parentId: null,
  parentName: null,
  rootId: 'c1',
  name,
  descendants,
  totalUnreadMessage,
  lastMessageDate: null,
});

/** A case that has everything a case can have. */
export const accident: CaseSummary = {
  idHash: 'c1',
  creatorIdHash: 'a1',
  creatorFirstName: 'Miriam',
  creatorLastName: 'Behrens',
  creationDate: '2026-10-15T08:24:00Z',
  accountId: 'a1',
  accountName: 'Behrens & Lindqvist',
  header: 'Verkehrsunfall Wieland ./. Alster Assekuranz',
  aktenzeichen: '2026/0417-MB',
  aktenkurzbezeichnung: '',
  lastMessage: 'Die Alster Assekuranz hat die Haftung anerkannt.',
  lastMessageDate: '2026-11-20T07:52:00Z',
  folderCount: 3,
  folders: [
    folder('f1', 'Gutachten', [folder('f2', 'Nachbesichtigung mit allen Beteiligten')], 2),
    folder('f3', 'Versicherung'),
  ],
  rootInfo: { id: 'c1', name: 'Verkehrsunfall', totalUnreadMessage: 1, lastMessageDate: null },
  totalUnreadMessage: 1,
  totalUnreadMessageInFolder: 2,
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  categories: ['Verkehrsrecht'],
  permissionToReply: true,
  serviceAkte: false,
  isEsyAkte: false,
  assignees: [
    ['Miriam', 'Behrens'],
    ['Erik', 'Lindqvist'],
    ['Tuğba', 'Kaya'],
    ['Ole', 'Harms'],
    ['Jan', 'Petersen'],
  ].map(([firstName = '', lastName = '']) => ({ firstName, lastName, profilePictureUrl: null })),
};
