import type { StoredFile } from '#schemas/files.ts';
import { isNetworkError, toUserMessage } from '#src/api/errors.ts';
import { expertsApi } from '#src/api/experts.ts';
import { cancelUpload, fetchThumbnail, sendUpload, takeBackUpload } from '#src/api/files.ts';
import { insurancesApi } from '#src/api/insurances.ts';
import { isAbort } from '#src/api/send.ts';
import { tilesApi } from '#src/api/tiles.ts';
import { UploadRefused, type EngineServices, type UnfinishedUploads } from '#src/engine/react/services.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';

type FormatError = (id: 'error.offline' | 'error.unexpected') => string;

function retryAfter(error: unknown): UploadRefused['retry'] {
  if (isNetworkError(error)) return 'whenOnline';
  return typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500 ? 'onRequest' : 'never';
}

/** What forms need of the world, by way of our own server. The portal's own forms belong to no account and ask for no expert. */
export function createServices(dispatch: AppDispatch, format: FormatError, { accountId, unfinished }: { accountId?: string; unfinished?: UnfinishedUploads } = {}): EngineServices {
  return {
    async uploadFile(file, { elementId, ...options }): Promise<StoredFile> {
      try {
        return await sendUpload({ file, fields: { ElementId: elementId }, ...options });
      } catch (error) {
        if (isAbort(error)) throw error;
        throw new UploadRefused(toUserMessage(error, format), retryAfter(error));
      }
    },
    removeUpload: takeBackUpload,
    cancelUpload,
    ...(unfinished ? { unfinished } : {}),
    loadThumbnail: fetchThumbnail,
    findExperts: async (postalCode) => (accountId === undefined ? [] : dispatch(expertsApi.endpoints.listParticipants.initiate({ params: { acc: accountId, postalCode } }, { subscribe: false })).unwrap()),
    listInsurances: () => dispatch(insurancesApi.endpoints.listInsurances.initiate(undefined, { subscribe: false })).unwrap(),
    loadTileSet: async () => (await dispatch(tilesApi.endpoints.getTileSet.initiate(undefined, { subscribe: false })).unwrap()).tileSet,
  };
}
