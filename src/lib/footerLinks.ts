import { createContext } from 'react';
import type { FooterLink } from '#schemas/looks.ts';

/** What stands below every page before the login, besides a provider's texts. */
export const FooterLinks = createContext<readonly FooterLink[]>([]);
