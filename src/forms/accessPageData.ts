import { createContext, use } from 'react';
import {
  accessPageDataId,
  type AccessPage,
  type AccessPageData,
} from '#schemas/access/accessPages.ts';

/** The data in this page's document; undefined once the visitor has gone to another page. */
export const AccessPageContext = createContext<AccessPageData | undefined>(undefined);

/** Reads the data that the server has put into a page before the login. */
export function readAccessPage(): AccessPageData | undefined {
  const text = document.getElementById(accessPageDataId)?.textContent;
  return text ? (JSON.parse(text) as AccessPageData) : undefined; // written by the server
}

/** Returns the data of the page that the server has rendered, if it is this one. */
export function useAccessPage(page: AccessPage): AccessPageData | undefined {
  const data = use(AccessPageContext);
  return data?.page === page ? data : undefined;
}
