import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { FormOpening } from '#schemas/forms/assistants.ts';
import type { FirstView } from '#schemas/platform/firstView.ts';

/**
 * Renders pages on the server; undefined for pages that only the browser can render. `host` is the
 * requested host.
 */
export type FirstViews = {
  landing(host: string, account: AccountPublicInfo): FirstView | undefined;
  form(host: string, opening: FormOpening): FirstView;
  login(host: string): FirstView | undefined;
  /** Returns true when the web app has a route for this path. */
  isPage(pathname: string): boolean;
};
