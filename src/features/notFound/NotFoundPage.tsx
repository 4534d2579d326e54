import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { paths } from '#src/lib/paths.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

/** The portal's own sign stands above it where the portal is loaded; a visitor of a form waits for none. */
export function NotFoundPage({ languageChoice, logo }: { languageChoice: ReactNode; logo?: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'notFound.title' });
  usePageTitle(title);
  return (
    <LetterPage title={title} logo={logo} pill={intl.formatMessage({ id: 'notFound.pill' })} illustration={<Illustration subject="folder" />} languageChoice={languageChoice} footer={<FormFooter />}>
      <p>{intl.formatMessage({ id: 'notFound.text' })}</p>
      <Link className={buttonClass} to={paths.base()}>{intl.formatMessage({ id: 'notFound.back' })}</Link>
    </LetterPage>
  );
}
