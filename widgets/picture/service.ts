import type { ReactNode } from 'react';
import { defineService } from '#src/engine/react/services.ts';

/** What stands in the place of the picture until one is picked, e.g. the present one, whose it is, beside it, and how the present one goes. */
export const pictureOwner = defineService<{ pictureBefore: ReactNode; name: ReactNode; remove?: () => void }>('pictureOwner');
