import type { Args, Reply } from '#schemas/endpoint.ts';
import {
  getProfilePicture,
  removeProfilePicture,
  setProfilePicture,
} from '#schemas/profilePictures.ts';
import type { UserData } from '#schemas/users.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';
import { failedWith, type ApiError } from './errors.ts';
import { fetchBytes } from './files.ts';
import { userSessions } from './userSessions.ts';

const dataUrlOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The picture could not be read'));
    reader.readAsDataURL(picture);
  });

/** Tells every tab, once the server has done it, whether there is a picture to ask for. */
const tell =
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
    /** As an address that an image can have; null means none. Small enough to be kept as one. */
    getProfilePicture: build.query<string | null, Args<typeof getProfilePicture>>({
      queryFn: async ({ params }) => {
        try {
          return { data: await dataUrlOf(await fetchBytes(getProfilePicture, params)) };
        } catch (error) {
          return failedWith(error, 'notFound') ? { data: null } : { error: error as ApiError };
        }
      },
      providesTags: ['ProfilePicture'],
    }),
    setProfilePicture: build.mutation<
      Reply<typeof setProfilePicture>,
      Args<typeof setProfilePicture>
    >({
      query: request(setProfilePicture),
      onQueryStarted: tell(true),
      invalidatesTags: ['ProfilePicture'],
    }),
    removeProfilePicture: build.mutation<
      Reply<typeof removeProfilePicture>,
      Args<typeof removeProfilePicture>
    >({
      query: request(removeProfilePicture),
      onQueryStarted: tell(false),
      invalidatesTags: ['ProfilePicture'],
    }),
  }),
});

export const { useRemoveProfilePictureMutation, useSetProfilePictureMutation } = profilePicturesApi;

/** The picture of whoever is logged in; undefined while there is none. */
export function useProfilePicture(user: UserData | undefined): string | undefined {
  const { accountId: acc = '', userId = '', hasProfilePicture = true } = user ?? {}; // a login kept by an earlier version does not tell
  const isAsked = user !== undefined && hasProfilePicture;
  const { data } = profilePicturesApi.useGetProfilePictureQuery(
    { params: { acc, userId } },
    { skip: !isAsked },
  );
  return isAsked ? (data ?? undefined) : undefined;
}
