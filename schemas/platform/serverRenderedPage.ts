import type { Language } from '#schemas/platform/common.ts';

/** Ids of server-rendered HTML that the browser replaces: of a page, and of the frame of a page. */
export const serverRenderId = 'server-render';
export const serverFrameId = 'server-frame';

/** Files of a customer's brand that a page of its account loads at once. */
export type BrandFiles = {
  /** Module of the build. */
  module: string;
  /** URL of the face of its text, if it is not the portal's. */
  textFace?: string;
};

/** Server-rendered HTML of a page, and its colours and inline styles as CSS. */
export type ServerRenderedPage = {
  html: string;
  styles: string;
  /** Name of the page that the browser hydrates; without it the browser replaces the HTML. */
  hydrate?: string;
  /** true for the frame of a page after the login, which covers the page until it is drawn */
  isFrame?: true;
};

/** Server rendering that every domain uses. */
export type AnyServerRender = {
  /** Finds the brand of a page's account, or else of the host. */
  findBrand(host: string, accountKey?: string): Promise<BrandFiles | undefined>;
  /** The page of an unknown address. */
  notFound(language: Language): ServerRenderedPage | undefined;
};
