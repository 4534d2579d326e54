import { use, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import { galleryTexts } from './texts.ts';

/** Adds what galleries say to the texts that are there. Suspends while they load. */
export function GalleryTexts({ children }: { children: ReactNode }) {
  const { locale, messages } = useIntl();
  const texts = use(galleryTexts(locale));
  return (
    <IntlProvider locale={locale} messages={{ ...messages, ...texts } as typeof messages}>
      {children}
    </IntlProvider>
  );
}
