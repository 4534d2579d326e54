import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import type { FormContent } from '#schemas/forms/forms.ts';

/** Public facts of a form before it is opened. */
export type FormOpening = Pick<
  FormProcess,
  | 'accountId'
  | 'accountName'
  | 'headerLogoUrl'
  | 'contact'
  | 'theme'
  | 'assistantNotice'
  | 'showAgb'
  | 'showDatenschutz'
> & { formElement: Pick<FormContent, 'title' | 'description'> };

/** Server-rendered HTML of a page, and its colours as CSS. */
export type FirstView = { html: string; colors: string };

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
