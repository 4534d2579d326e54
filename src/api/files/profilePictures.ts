import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import {
  getProfilePicture,
  removeProfilePicture,
  setProfilePicture,
} from '#schemas/files/profilePictures.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';
import { hasReason, type ApiError } from '#src/api/client/errors.ts';
import { fetchBytes } from './files.ts';
import { userSessions } from '#src/api/client/userSessions.ts';

const readDataUrl = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The picture could not be read'));
    reader.readAsDataURL(picture);
  });

/** Notifies every tab after the server has stored or removed the picture. */
const notify =
  (hasProfilePicture: boolean) =>
  async (_: unknown, { queryFulfilled }: { queryFulfilled: Promise<unknown> }): Promise<void> => {
    if (
      await queryFulfilled.then(
        () => true,
        () => false,
      )
    )
      userSessions.update('registered', { hasProfilePicture });
  };

const profilePicturesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A data URL for an image; null means no picture. Small enough to cache. */
    getProfilePicture: build.query<string | null, Args<typeof getProfilePicture>>({
      queryFn: async ({ params }) => {
        try {
          return { data: await readDataUrl(await fetchBytes(getProfilePicture, params)) };
        } catch (error) {
          return hasReason(error, 'notFound') ? { data: null } : { error: error as ApiError };
        }
      },
      providesTags: ['ProfilePicture'],
    }),
    setProfilePicture: build.mutation<
      Reply<typeof setProfilePicture>,
      Args<typeof setProfilePicture>
    >({
      query: request(setProfilePicture),
      onQueryStarted: notify(true),
      invalidatesTags: ['ProfilePicture'],
    }),
    removeProfilePicture: build.mutation<
      Reply<typeof removeProfilePicture>,
      Args<typeof removeProfilePicture>
    >({
      query: request(removeProfilePicture),
      onQueryStarted: notify(false),
      invalidatesTags: ['ProfilePicture'],
    }),
  }),
});

export const { useRemoveProfilePictureMutation, useSetProfilePictureMutation } = profilePicturesApi;

/** Returns the picture of the user who is logged in; undefined without one. */
export function useProfilePicture(
  user: { accountId: string; userId: string; hasProfilePicture: boolean } | undefined,
): string | undefined {
  // absent in sessions stored by an earlier version
  const { accountId: acc = '', userId = '', hasProfilePicture = true } = user ?? {};
  const isAsked = user !== undefined && hasProfilePicture;
  const { data } = profilePicturesApi.useGetProfilePictureQuery(
    { params: { acc, userId } },
    { skip: !isAsked },
  );
  return isAsked ? (data ?? undefined) : undefined;
}
