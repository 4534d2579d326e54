import type { BrandEntry } from './brand.ts';

/** Customers with a portal of their own look, one line each. Names that end in .localhost lead to a server on this machine. */
export const brands: readonly BrandEntry[] = [
  {
    hosts: ['akten.behrens-lindqvist.example', 'behrens.localhost'],
    accountKeys: ['behrens-lindqvist'],
    load: () => import('./behrensLindqvist/brand.ts'),
  },
  {
    hosts: ['portal.lichtblick.example', 'lichtblick.localhost'],
    accountKeys: ['lichtblick'],
    load: () => import('./lichtblick/brand.ts'),
  },
];
