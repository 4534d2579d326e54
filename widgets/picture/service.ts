import type { ReactNode } from 'react';
import { defineService } from '#src/engine/react/services/services.ts';

/**
 * The picture's owner: the current picture, a name, and how to delete it. `take` assigns an upload
 * at once; it rejects with UploadRefused.
 */
export const pictureOwner = defineService<{
  pictureBefore: ReactNode;
  name: ReactNode;
  take: (uploadId: string) => Promise<void>;
  remove?: () => void;
}>('pictureOwner');
