import { use, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { publicConfig } from '#src/api/config.ts';
import { paths } from '#src/lib/paths.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { AppLinks } from './AppLinks.tsx';
import { HomeMark } from './HomeMark.tsx';

/** What a phone sees in place of pages that are made for larger screens. */
export function MobileNoticePage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const config = use(publicConfig());
  const title = intl.formatMessage({ id: 'mobileNotice.title' });
  usePageTitle(title);
  return (
    <LetterPage title={title} logo={<HomeMark />} illustration={<Illustration subject="phone" />} languageChoice={languageChoice}>
      <p><FormattedMessage id="mobileNotice.text" /></p>
      <AppLinks {...config} />
      <Link to={paths.base()}><FormattedMessage id="notFound.back" /></Link>
    </LetterPage>
  );
}
