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

/** Whose portal it is: whoever comes by one of the hosts, or is a client of these accounts and no other. */
export type BrandEntry = { hosts: readonly string[]; accountKeys: readonly string[]; load: () => Promise<{ brand: Brand }> };

/** The customer whose portal somebody sees: the host decides, else the accounts, where all are of the same one. */
export function brandFor(entries: readonly BrandEntry[], { host, accountKeys }: { host: string; accountKeys: readonly string[] }): BrandEntry | undefined {
  const byHost = entries.find(({ hosts }) => hosts.includes(host));
  return byHost ?? entries.find((entry) => accountKeys.length > 0 && accountKeys.every((key) => entry.accountKeys.includes(key)));
}
