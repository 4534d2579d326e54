import type { AccessPageData } from '#schemas/access/accessPages.ts';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type {
  AnsweredPageData,
  ClosedPageData,
  FormPageData,
  PinPageData,
  SentPageData,
} from '#schemas/forms/assistants.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { BrandFiles, ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';

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
export type ServerRender = {
  /** Finds the brand of a page's account, or else of the host. */
  findBrand(host: string, accountKey?: string): Promise<BrandFiles | undefined>;
  landing(host: string, account: AccountPublicInfo): ServerRenderedPage | undefined;
  form(page: FormPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The page before a form with a PIN. */
  pin(page: PinPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The page of a closed form. */
  closed(page: ClosedPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The page of an external request that was answered. */
  answered(page: AnsweredPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The thank-you page of a form that was sent without scripts. */
  sent(page: SentPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** A page before the login. */
  access(page: AccessPageData, host: string): Promise<ServerRenderedPage | undefined>;
  /** The frame of a page after the login, without anything of its user. */
  frame(page: FoundPage, language: Language): ServerRenderedPage | undefined;
  /** The page of an unknown address. */
  notFound(language: Language): ServerRenderedPage | undefined;
  /** Renders a text for a page without scripts and styles. */
  markdown(text: string): string;
  /** Finds the page of a path; undefined if the web app has none. */
  findPage(pathname: string): FoundPage | undefined;
};
