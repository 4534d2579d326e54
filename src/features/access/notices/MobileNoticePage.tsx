import { use, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { publicConfig } from '#src/api/client/config.ts';
import type { NavigationState } from '#src/routing/navigation.ts';
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
  const config = use(publicConfig());
  const hasLoggedOut = useSelector(({ navigation }: NavigationState) => navigation.hasLoggedOut);
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
      {hasLoggedOut && (
        <p>
          <FormattedMessage id="mobileNotice.loggedOut" />
        </p>
      )}
      {hasLoggedOut && (
        <Link className={buttonClass} to={paths.login()}>
          <FormattedMessage id="login.title" />
        </Link>
      )}
      <Link to={paths.base()}>
        <FormattedMessage id="notFound.back" />
      </Link>
    </LetterPage>
  );
}
