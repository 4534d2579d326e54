import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { usePublicConfig } from '#src/api/client/usePublicConfig.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { HomeMark } from '#src/forms/HomeMark.tsx';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { AppLinks } from './AppLinks.tsx';

/** Replaces pages that restricted phones may not open. */
export function MobileNoticePage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const config = usePublicConfig();
  const isLoggedIn = useUser() !== undefined;
  const title = intl.formatMessage({ id: 'mobileNotice.title' });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      logo={<HomeMark />}
      illustration={<Illustration subject="phone" />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      <p>
        <FormattedMessage id="mobileNotice.text" />
      </p>
      <AppLinks {...config} />
      <Link className={buttonClass} to={isLoggedIn ? paths.dashboard() : paths.login()}>
        <FormattedMessage id={isLoggedIn ? 'registration.toDashboard' : 'login.title'} />
      </Link>
      <Link to={paths.base()}>
        <FormattedMessage id="notFound.back" />
      </Link>
    </LetterPage>
  );
}
