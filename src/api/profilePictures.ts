import type { Args, Reply } from '#schemas/endpoint.ts';
import { getProfilePicture, removeProfilePicture, setProfilePicture } from '#schemas/profilePictures.ts';
import type { UserData } from '#schemas/users.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';
import { failedWith, type ApiError } from './errors.ts';
import { fetchBytes } from './files.ts';

const dataUrlOf = (picture: Blob): Promise<string> => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result as string);
  reader.onerror = () => reject(new Error('The picture could not be read'));
  reader.readAsDataURL(picture);
});

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
    setProfilePicture: build.mutation<Reply<typeof setProfilePicture>, Args<typeof setProfilePicture>>({ query: request(setProfilePicture), invalidatesTags: ['ProfilePicture'] }),
    removeProfilePicture: build.mutation<Reply<typeof removeProfilePicture>, Args<typeof removeProfilePicture>>({ query: request(removeProfilePicture), invalidatesTags: ['ProfilePicture'] }),
  }),
});

export const { useRemoveProfilePictureMutation, useSetProfilePictureMutation } = profilePicturesApi;

/** The picture of whoever is logged in; undefined while there is none. */
export function useProfilePicture(user: UserData | undefined): string | undefined {
  const { accountId: acc = '', userId = '' } = user ?? {};
  return profilePicturesApi.useGetProfilePictureQuery({ params: { acc, userId } }, { skip: !user }).data ?? undefined;
}
