import { StrictMode, type ReactNode } from 'react';
import { PageDataContext, type PageData } from '#src/features/forms/assistants/formPage.ts';
import { FirstBrandContext, type FirstBrand } from '#src/brands/firstBrand.ts';
import { LocaleProvider, type InitialTexts } from '#src/locale/LocaleProvider.tsx';
import type { AccessPageData } from '#schemas/access/accessPages.ts';
import { App } from './App.tsx';

/** The data in the document of the first page. */
export type RootData = PageData & {
  access?: AccessPageData | undefined;
  /** The brand that was loaded for the page. */
  brand?: FirstBrand | undefined;
};

type RootProps = {
  texts: InitialTexts;
  data: RootData;
  /** The router, which differs between browser and server. */
  route: (app: ReactNode) => ReactNode;
};

/** The whole app. Server and browser render the same tree, so that the browser can hydrate it. */
export const Root = ({ texts, data, route }: RootProps) => (
  <StrictMode>
    <LocaleProvider initial={texts}>
      <PageDataContext value={data}>
        <FirstBrandContext value={data.brand}>
          {route(<App access={data.access} />)}
        </FirstBrandContext>
      </PageDataContext>
    </LocaleProvider>
  </StrictMode>
);
