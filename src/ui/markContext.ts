import { createContext } from 'react';

/** Address of a picture in place of the portal's own sign. */
export const MarkContext = createContext<string | undefined>(undefined);
