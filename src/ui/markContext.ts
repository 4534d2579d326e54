import { createContext } from 'react';

/** URL of a picture that replaces the portal's logo. */
export const MarkContext = createContext<string | undefined>(undefined);
