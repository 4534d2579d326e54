import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import { findInbox } from '#schemas/accounts/staff.rules.ts';
import { accountsApi } from '#src/api/accounts/accounts.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { LockedFolder } from '#src/ui/LockedFolder.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { PortalMark } from '#src/ui/PortalMark.tsx';

/** Returns the link for a logged-in user: inbox, board or dashboard. */
function findHome(accounts: readonly Account[]) {
  if (findInbox(accounts)) return { to: paths.inbox(), label: 'nav.inbox' } as const;
  return accounts.some(({ boardRole }) => boardRole)
    ? ({ to: paths.board(), label: 'nav.board' } as const)
    : ({ to: paths.dashboard(), label: 'nav.dashboard' } as const);
}

/** Welcome page for firms: features, staff login and API documentation. */
export function BusinessPage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const user = useUser();
  const { data } = accountsApi.endpoints.listAccounts.useQuery(undefined, { skip: !user });
  const isStaff = data?.accounts.some(({ boardRole }) => boardRole);
  const home = findHome(data?.accounts ?? []);
  const title = intl.formatMessage({ id: 'business.title' });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      logo={<PortalMark name={intl.formatMessage({ id: 'app.name' })} />}
      illustration={<LockedFolder />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      <p>
        <FormattedMessage id="business.forms" />
      </p>
      <p>
        <FormattedMessage id="business.cases" />
      </p>
      {!user && (
        <Link className={buttonClass} to={paths.login()}>
          <FormattedMessage id="login.title" />
        </Link>
      )}
      {user && (
        <Link className={buttonClass} to={home.to}>
          <FormattedMessage id={home.label} />
        </Link>
      )}
      {isStaff && (
        <Link to={paths.businessForms()}>
          <FormattedMessage id="nav.forms" />
        </Link>
      )}
      <a href="/api/docs">
        <FormattedMessage id="business.docs" />
      </a>
    </LetterPage>
  );
}
