import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { HomeMark } from '#src/forms/HomeMark.tsx';
import { PageLink } from '#src/forms/PageLink.tsx';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

/** Without a brand, because an unknown link must not reveal a provider. */
export function NotFoundPage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'notFound.title' });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      logo={<HomeMark />}
      pill={intl.formatMessage({ id: 'notFound.pill' })}
      illustration={<Illustration subject="folder" />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      <meta name="robots" content="noindex" />
      <p>{intl.formatMessage({ id: 'notFound.text' })}</p>
      <PageLink className={buttonClass} to={paths.base()}>
        {intl.formatMessage({ id: 'notFound.back' })}
      </PageLink>
    </LetterPage>
  );
}
