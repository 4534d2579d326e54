import type { Language } from '#schemas/common.ts';
import type { FooterLink } from '#schemas/looks.ts';
import type { RouteName } from '#src/lib/routes.ts';

/** What a customer has its own of (product.md §1, Branding). Each stands in a folder of its own; docs/brands.md tells how to add one. */
export type Brand = {
  colors: { primaryColor: string; secondaryColor: string };
  /** CSS font families, of faces that the folder imports; what is missing stays the portal's. */
  fonts: { serif?: string; sans?: string };
  /** address of a picture in the folder */
  logo: string;
  /** How a device keeps it: `./logo.svg?installed`. */
  installed: { manifest: string; touchIcon: string };
  footerLinks: readonly FooterLink[];
  /** Where a page leads instead: an address of the portal, or one elsewhere, over TLS. */
  redirects: Partial<Record<RouteName, string>>;
  /** Texts in place of the portal's, under the same ids. */
  texts: Record<Language, () => Promise<{ default: unknown }>>;
};

/** Whose portal it is: what a page of these accounts shows, and to whoever comes by one of the hosts, or is a client of these accounts and no other. */
export type BrandEntry = {
  hosts: readonly string[];
  accountKeys: readonly string[];
  load: () => Promise<{ brand: Brand }>;
};

type Seen = {
  host: string;
  /** whose page it is, or whose invitation */ ofPage?: string | undefined;
  /** all providers of whoever is logged in */ ofClient?: readonly string[];
};

/** The customer whose portal somebody sees: a page of one account is that account's, whatever host it comes by; else the host decides, else the client's accounts, where all are of the same one. */
export function brandFor(
  entries: readonly BrandEntry[],
  { host, ofPage, ofClient = [] }: Seen,
): BrandEntry | undefined {
  if (ofPage !== undefined) return entries.find(({ accountKeys }) => accountKeys.includes(ofPage));
  return (
    entries.find(({ hosts }) => hosts.includes(host)) ??
    entries.find(
      ({ accountKeys }) =>
        ofClient.length > 0 && ofClient.every((key) => accountKeys.includes(key)),
    )
  );
}
