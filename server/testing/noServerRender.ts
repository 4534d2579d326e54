import type { ServerRender } from '#schemas/portal/serverRender.ts';

const noView = async () => undefined;

/** Server rendering that leaves every page to the browser. */
export const noServerRender: ServerRender = {
  landing: () => undefined,
  form: noView,
  pin: noView,
  closed: noView,
  answered: noView,
  findBrand: noView,
  sent: noView,
  access: noView,
  frame: () => undefined,
  notFound: () => undefined,
  markdown: (text) => text,
  findPage: (path) => ({ path, params: {} }),
};
