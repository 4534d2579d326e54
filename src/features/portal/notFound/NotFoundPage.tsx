import { lazy, Suspense, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

const Nothing = () => <span />;
// Lazy, because visitors rarely see it.
const HomeMark = lazy(async () => ({
  default: (await import('#src/forms/HomeMark.tsx').catch(() => ({ HomeMark: Nothing }))).HomeMark,
}));

/** Without a brand, because an unknown link must not reveal a provider. */
export function NotFoundPage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'notFound.title' });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      logo={
        <Suspense fallback={<Nothing />}>
          <HomeMark />
        </Suspense>
      }
      pill={intl.formatMessage({ id: 'notFound.pill' })}
      illustration={<Illustration subject="folder" />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      <meta name="robots" content="noindex" />
      <p>{intl.formatMessage({ id: 'notFound.text' })}</p>
      <Link className={buttonClass} to={paths.base()}>
        {intl.formatMessage({ id: 'notFound.back' })}
      </Link>
    </LetterPage>
  );
}
