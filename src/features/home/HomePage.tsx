import { useIntl } from 'react-intl';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

/** For whoever comes without a link: what this is, and that the link comes from the firm. */
export function HomePage() {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'home.title' });
  usePageTitle(title);
  return (
    <LetterPage title={title} illustration={<Illustration subject="letter" />}>
      <p>{intl.formatMessage({ id: 'home.text' })}</p>
      <p>{intl.formatMessage({ id: 'home.noLink' })}</p>
    </LetterPage>
  );
}
