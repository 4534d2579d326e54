import { useEffect } from 'react';

/** Sets the document title while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
