import type { AccessServerRender } from '#schemas/access/serverRender.ts';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { FormServerRender } from '#schemas/forms/serverRender.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';

/** A page of the web app. */
export type FoundPage = {
  /** the path in the spelling of the page's route */
  path: string;
  /** name of the route; undefined for a page of a form */
  name?: string;
  /** decoded parameters of the path */
  params: Readonly<Record<string, string | undefined>>;
};

/**
 * Renders pages on the server; undefined for pages that only the browser can render. `host` is the
 * requested host.
 */
export type ServerRender = FormServerRender &
  AccessServerRender & {
    landing(host: string, account: AccountPublicInfo): ServerRenderedPage | undefined;
    /** The frame of a page after the login, without anything of its user. */
    frame(page: FoundPage, language: Language): ServerRenderedPage | undefined;
    /** Renders a text for a page without scripts and styles. */
    markdown(text: string): string;
    /** Finds the page of a path; undefined if the web app has none. */
    findPage(pathname: string): FoundPage | undefined;
  };
