import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useUser } from '#src/api/client/useUser.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { PageLink } from '#src/forms/PageLink.tsx';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { PortalMark } from '#src/ui/PortalMark.tsx';
import { Scriptless } from '#src/ui/Scriptless.tsx';

/** Home page for visitors without a link. */
export function HomePage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const user = useUser();
  const title = intl.formatMessage({ id: 'home.title' });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      logo={<PortalMark name={intl.formatMessage({ id: 'app.name' })} />}
      illustration={<Illustration subject="letter" />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      <p>{intl.formatMessage({ id: 'home.text' })}</p>
      <p>{intl.formatMessage({ id: 'home.noLink' })}</p>
      <PageLink className={buttonClass} to={user ? paths.dashboard() : paths.login()}>
        {intl.formatMessage({ id: user ? 'nav.portal' : 'login.title' })}
      </PageLink>
      <Scriptless>
        <p>{intl.formatMessage({ id: 'home.withoutScripts' })}</p>
      </Scriptless>
    </LetterPage>
  );
}
