import type { BrandEntry } from './brand.ts';

/** Customers with a brand, one line each. Hosts that end in .localhost resolve to this machine. */
export const brands: readonly BrandEntry[] = [
  {
    folder: 'behrensLindqvist',
    hosts: ['akten.behrens-lindqvist.example', 'behrens.localhost'],
    accountKeys: ['behrens-lindqvist'],
    load: () => import('./behrensLindqvist/brand.ts'),
  },
  {
    folder: 'lichtblick',
    hosts: ['portal.lichtblick.example', 'lichtblick.localhost'],
    accountKeys: ['lichtblick'],
    load: () => import('./lichtblick/brand.ts'),
  },
];
