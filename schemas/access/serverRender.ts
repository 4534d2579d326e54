import type { AccessPageData } from '#schemas/access/accessPages.ts';
import type { AnyServerRender, ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';

/** Renders the pages before the login on the server. */
export type AccessServerRender = AnyServerRender & {
  access(page: AccessPageData, host: string): Promise<ServerRenderedPage | undefined>;
};
