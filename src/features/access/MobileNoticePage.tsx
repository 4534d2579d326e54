import { use, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { publicConfig } from '#src/api/config.ts';
import type { NavigationState } from '#src/lib/navigation.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { HomeMark } from '#src/forms/HomeMark.tsx';
import { paths } from '#src/lib/paths.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { AppLinks } from './AppLinks.tsx';

/** What a phone sees in place of pages that are made for larger screens. */
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
