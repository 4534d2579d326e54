import type { AccountPublicInfo } from './accounts.ts';
import type { FormProcess } from './assistants.ts';
import type { FormContent } from './forms.ts';

/** What may be known of a form before it is opened. */
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

/** What a page shows at once, as HTML, and its colours as CSS. */
export type FirstView = { html: string; colors: string };

/** Draws what pages show before the browser has their scripts; undefined where that is for the browser alone to know. `host` is the one that was asked. */
export type FirstViews = {
  landing(host: string, account: AccountPublicInfo): FirstView | undefined;
  form(host: string, opening: FormOpening): FirstView;
  login(host: string): FirstView | undefined;
  /** Whether the web app has a page at this address, whatever it will say of what is looked for. */
  isPage(pathname: string): boolean;
};
