import { describe, expect, it } from 'vitest';
import type { Message } from '#schemas/cases/messages.ts';
import { markInFavorites, type Favorites } from './favorites.ts';

const message = (day: number, isFavorite = true): Message => ({
  id: `m${day}`,
  messageKey: null,
  header: '',
  message: '',
  creatorName: '',
  creatorIdHash: '',
  creationDate: `2026-11-${String(day).padStart(2, '0')}T08:00:00Z`,
  isOwnMessage: false,
  labels: [],
  attachments: [],
  isFavorite,
  read: true,
  belegdatum: null,
  folderId: null,
});
/** Two pages of three; more follow. */
const list = (): Favorites[] => [
  { messages: [message(20), message(18), message(16)], totalCount: 9, cursor: 'a' },
  { messages: [message(14), message(12), message(10)], totalCount: 9, cursor: 'b' },
];
const shown = (pages: Favorites[]) => [
  pages.map(({ messages }) => messages.map(({ id }) => id).join(' ')),
  pages.map(({ totalCount }) => totalCount),
];

describe('the list of favourites', () => {
  it.each([
    ['the newest', message(21), ['m21 m20 m18 m16', 'm14 m12 m10'], [10, 10]],
    ['between others', message(17), ['m20 m18 m17 m16', 'm14 m12 m10'], [10, 10]],
    ['between pages', message(15), ['m20 m18 m16', 'm15 m14 m12 m10'], [10, 10]],
    [
      'beyond the loaded pages, only in the count',
      message(5),
      ['m20 m18 m16', 'm14 m12 m10'],
      [10, 10],
    ],
    ['twice, without a change', message(12), ['m20 m18 m16', 'm14 m12 m10'], [9, 9]],
  ])('A marked message is inserted: %s', (_, marked, pages, counts) => {
    const favorites = list();
    markInFavorites(favorites, marked);
    expect(shown(favorites)).toEqual([pages, counts]);
  });

  it('A marked message is inserted into an empty list and after the last one', () => {
    const favorites: Favorites[] = [{ messages: [], totalCount: 0 }];
    markInFavorites(favorites, message(2));
    markInFavorites(favorites, message(1));
    expect(shown(favorites)).toEqual([['m2 m1'], [2]]);
  });

  it('An unmarked message is removed and no longer counted', () => {
    const favorites = list();
    markInFavorites(favorites, message(18, false));
    expect(shown(favorites)).toEqual([
      ['m20 m16', 'm14 m12 m10'],
      [8, 8],
    ]);
  });
});
