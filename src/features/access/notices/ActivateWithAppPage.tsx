import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { usePublicConfig } from '#src/api/client/usePublicConfig.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { HomeMark } from '#src/forms/HomeMark.tsx';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { AppLinks } from './AppLinks.tsx';

/** Notice on phones: activate the account in the app or on a larger screen. */
export function ActivateWithAppPage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const config = usePublicConfig();
  const title = intl.formatMessage({ id: 'activateWithApp.title' });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      logo={<HomeMark />}
      illustration={<Illustration subject="key" />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      <p>
        <FormattedMessage id="activateWithApp.text" />
      </p>
      <AppLinks {...config} />
      <Link to={paths.dashboard()}>
        <FormattedMessage id="action.back" />
      </Link>
    </LetterPage>
  );
}
