import { createContext } from 'react';
import type { FooterLink } from '#schemas/accounts/looks.ts';

/** Footer links of a brand on pages before the login. Forms opened by link load no brand. */
export const FooterLinksContext = createContext<readonly FooterLink[]>([]);
