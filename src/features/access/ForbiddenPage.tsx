import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

/** A link without a key, or with one that does not work. */
export function ForbiddenPage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'ForbiddenAccess' });
  usePageTitle(title);
  return (
    <LetterPage title={title} illustration={<Illustration subject="key" />} languageChoice={languageChoice}>
      <p><FormattedMessage id="LinkInvalid" /> <FormattedMessage id="forbidden.text" /></p>
      <Link to={paths.base()}><FormattedMessage id="notFound.back" /></Link>
    </LetterPage>
  );
}
