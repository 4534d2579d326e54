import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

/** For whoever comes without a link: what this is, and that the link comes from the firm. */
export function HomePage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'home.title' });
  usePageTitle(title);
  return (
    <LetterPage title={title} illustration={<Illustration subject="letter" />} languageChoice={languageChoice}>
      <p>{intl.formatMessage({ id: 'home.text' })}</p>
      <p>{intl.formatMessage({ id: 'home.noLink' })}</p>
    </LetterPage>
  );
}
