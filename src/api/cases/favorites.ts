import type { Reply } from '#schemas/platform/endpoint.ts';
import { listFavorites, type Message } from '#schemas/cases/messages.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export type Favorites = Reply<typeof listFavorites>;

export const favoritesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A client's favourites in a case and its folders, newest first. */
    favorites: build.infiniteQuery<Favorites, { acc: string; akte: string }, string>({
      query: ({ queryArg: params, pageParam: Cursor }) =>
        request(listFavorites)({ params, query: Cursor ? { Cursor } : {} }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: (_result, _error, { akte }) => [{ type: 'Favorite', id: akte }],
    }),
  }),
});

export const { useFavoritesInfiniteQuery } = favoritesApi;

const isAfter = (a: Message, b: Message): boolean =>
  a.creationDate > b.creationDate || (a.creationDate === b.creationDate && a.id > b.id);

/** Inserts a message in order, or removes it. Beyond the loaded pages it only changes the count. */
export function markInFavorites(pages: Favorites[], message: Message): void {
  const isListed = pages.some(({ messages }) => messages.some(({ id }) => id === message.id));
  for (const page of pages) {
    page.messages = page.messages.filter(({ id }) => id !== message.id);
    if (isListed !== message.isFavorite) page.totalCount += message.isFavorite ? 1 : -1;
  }
  if (!message.isFavorite) return;
  const page = pages.find(
    ({ messages, cursor }) =>
      cursor === undefined || messages.some((each) => isAfter(message, each)),
  );
  if (!page) return;
  const at = page.messages.findIndex((each) => isAfter(message, each));
  page.messages.splice(at < 0 ? page.messages.length : at, 0, message);
}
