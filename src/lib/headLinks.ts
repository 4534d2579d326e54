import { useEffect } from 'react';

/** What stands for an account where there is little room: its logo, else two letters on its colour. */
export const iconOf = (logoUrl: string | null, accountId: string): string => logoUrl ?? `/api/v2.0/e.consult.${accountId}/accounts/icon`;

/** The portal's own, and what parts of the page have put in its place; the last one counts. */
const icons = ['/favicon.svg'];
const show = (): void => document.querySelector('link[rel="icon"]')?.setAttribute('href', icons.at(-1) ?? '');

/** The picture in the browser's tab for as long as the page is shown. */
export function useTabIcon(icon: string | undefined): void {
  useEffect(() => {
    if (!icon) return undefined;
    icons.push(icon);
    show();
    return () => {
      icons.splice(icons.lastIndexOf(icon), 1);
      show();
    };
  }, [icon]);
}
