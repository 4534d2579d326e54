import { newKey } from '#src/engine/core/newKey.ts';
import type { Uploads } from '#src/engine/react/uploads.ts';

/** Takes files as the server would and sends them nowhere: they end with the page. */
export const heldUploads = (): Uploads => ({
  async uploadFile({ name, size }) {
    return {
      fileuploadId: newKey(),
      fileName: name,
      fileExtension: name.split('.').at(-1)?.toLowerCase() ?? '',
      size,
      hasThumbnail: false,
    };
  },
  removeUpload: async () => undefined,
  cancelUpload: async () => undefined,
  loadThumbnail: async () => undefined,
});
