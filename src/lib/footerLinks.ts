import { createContext } from 'react';
import type { FooterLink } from '#schemas/looks.ts';

/** What a brand puts below the pages before the login, besides a provider's texts; forms by link and their thanks load nothing of a brand, and have none of it. */
export const FooterLinks = createContext<readonly FooterLink[]>([]);
