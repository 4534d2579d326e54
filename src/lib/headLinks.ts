import { useEffect } from 'react';

/** What stands for an account where there is little room: its logo, else two letters on its colour. */
export const iconOf = (logoUrl: string | null, accountId: string): string =>
  logoUrl ?? `/api/v2.0/e.consult.${accountId}/accounts/icon`;

/** The portal's own pictures and name, and what parts of the page have put in their place; the last one counts. */
const addresses = {
  icon: ['/favicon.svg'],
  'apple-touch-icon': ['/icons/apple-touch-180.png'],
  manifest: ['/manifest.webmanifest'],
};
type Link = keyof typeof addresses;
const show = (link: Link): void =>
  document.querySelector(`link[rel="${link}"]`)?.setAttribute('href', addresses[link].at(-1) ?? '');

/** What the page's head says of the portal, for as long as the page is shown. */
export function useHeadLink(link: Link, address: string | undefined): void {
  useEffect(() => {
    if (!address) return undefined;
    const all = addresses[link];
    all.push(address);
    show(link);
    return () => {
      all.splice(all.lastIndexOf(address), 1);
      show(link);
    };
  }, [link, address]);
}
