import type { ReactNode } from 'react';
import { defineService } from '#src/engine/react/services.ts';

/** Whose picture it is: what stands in its place, e.g. the present one, a name beside it, and how the present one goes. `take` makes an upload theirs at once; it rejects with an UploadRefused where it cannot. */
export const pictureOwner = defineService<{
  pictureBefore: ReactNode;
  name: ReactNode;
  take: (uploadId: string) => Promise<void>;
  remove?: () => void;
}>('pictureOwner');
