import type { ReactNode } from 'react';
import { defineService } from '#src/engine/react/services.ts';

/** What stands in the place of the picture until one is picked, e.g. the present one, and whose it is, beside it. */
export const pictureOwner = defineService<{ pictureBefore: ReactNode; name: ReactNode }>('pictureOwner');
