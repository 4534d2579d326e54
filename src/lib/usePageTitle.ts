import { useEffect } from 'react';

/** The browser's title for as long as the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
