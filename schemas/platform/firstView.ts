/** Server-rendered HTML of a page, and its colours as CSS. */
export type FirstView = { html: string; colors: string };
