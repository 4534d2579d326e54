import type { Language } from '#schemas/platform/common.ts';
import type { FooterLink } from '#schemas/accounts/looks.ts';
import type { PageRedirects } from '#src/routing/routes.ts';

/** The look and texts of a customer's own portal (docs/brands.md), one folder each. */
export type Brand = {
  colors: { primaryColor: string; secondaryColor: string };
  /** CSS font families of the folder's `faces.css`; the default is the portal's font. */
  fonts: { serif?: string; sans?: string };
  /** URL of the Latin face of the text, if it is not the portal's. */
  textFace?: string;
  /** URL of a picture in the folder */
  logo: string;
  /** Manifest and icon of the installed app: `./logo.svg?installed`. */
  installed: { manifest: string; touchIcon: string };
  footerLinks: readonly FooterLink[];
  redirects: PageRedirects;
  /** Texts that replace the portal's by id. */
  texts: Record<Language, () => Promise<{ default: unknown }>>;
};

/**
 * A brand applies to pages of these accounts, to these hosts, and to clients of only these
 * accounts.
 */
export type BrandEntry = {
  folder: string;
  hosts: readonly string[];
  accountKeys: readonly string[];
  load: () => Promise<{ brand: Brand }>;
};

type Seen = {
  host: string;
  /** the account of the page or of the invitation */ ofPage?: string | undefined;
  /** all accounts of the user */ ofClient?: readonly string[];
};

/**
 * Returns the brand of a page's account, else of the host, else of the client's accounts if all
 * have the same one.
 */
export function findBrand(
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
