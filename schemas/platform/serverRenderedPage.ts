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
};
