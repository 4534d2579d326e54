import type { StoredFile } from '#schemas/files.ts';
import { isNetworkError, toUserMessage } from '#src/api/errors.ts';
import { fetchThumbnail, sendUpload, takeBackUpload } from '#src/api/files.ts';
import { UploadRefused, type EngineServices } from '#src/engine/react/services.ts';

type FormatError = (id: 'error.offline' | 'error.unexpected') => string;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
const mayPass = (error: unknown): boolean => isNetworkError(error) || (typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500);

/** What forms need of the world, by way of our own server. */
export function createServices(format: FormatError): EngineServices {
  return {
    async uploadFile(file, { elementId, ...options }): Promise<StoredFile> {
      try {
        return await sendUpload({ file, fields: { ElementId: elementId }, ...options });
      } catch (error) {
        if (isAbort(error)) throw error;
        throw new UploadRefused(toUserMessage(error, format), mayPass(error));
      }
    },
    removeUpload: takeBackUpload,
    loadThumbnail: fetchThumbnail,
  };
}
