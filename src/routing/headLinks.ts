import { useEffect } from 'react';

/** Returns the icon of an account: its logo, else its initials on its colour. */
export const getIconUrl = (logoUrl: string | null, accountId: string): string =>
  logoUrl ?? `/api/v2.0/e.consult.${accountId}/accounts/icon`;

/** The portal's defaults and the overrides of components; the last one wins. */
const addresses = {
  icon: ['/favicon.svg'],
  'apple-touch-icon': ['/icons/apple-touch-180.png'],
  manifest: ['/manifest.webmanifest'],
};
type Link = keyof typeof addresses;
const show = (link: Link): void =>
  document.querySelector(`link[rel="${link}"]`)?.setAttribute('href', addresses[link].at(-1) ?? '');

/** Sets a link of the document head while the component is mounted. */
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
