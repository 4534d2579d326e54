import type {
  AnsweredPageData,
  ClosedPageData,
  FormPageData,
  PinPageData,
  SentPageData,
} from '#schemas/forms/assistants.ts';
import type {
  AnyServerRender,
  BrandFiles,
  ServerRenderedPage,
} from '#schemas/platform/serverRenderedPage.ts';

/** Renders the pages of a form on the server. */
export type FormServerRender = AnyServerRender & {
  form(page: FormPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The page before a form with a PIN. */
  pin(page: PinPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The page of a closed form. */
  closed(page: ClosedPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The page of an external request that was answered. */
  answered(page: AnsweredPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
  /** The thank-you page of a form that was sent without scripts. */
  sent(page: SentPageData, brand?: BrandFiles): Promise<ServerRenderedPage | undefined>;
};
