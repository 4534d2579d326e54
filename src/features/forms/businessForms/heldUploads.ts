import { getFileExtension } from '#schemas/files/files.rules.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import type { Uploads } from '#src/engine/react/services/uploads.ts';

/** Upload service of the preview. Files stay in memory and are never sent. */
export const heldUploads = (): Uploads => ({
  async uploadFile({ name, size }) {
    return {
      fileuploadId: generateKey(),
      fileName: name,
      fileExtension: getFileExtension(name),
      size,
      hasThumbnail: false,
    };
  },
  removeUpload: async () => undefined,
  cancelUpload: async () => undefined,
  loadThumbnail: async () => undefined,
});
