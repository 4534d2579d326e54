import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { findInbox, isStaffOnly } from '#schemas/accounts/staff.rules.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { UserData } from '#schemas/access/users.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { NewCases } from '#src/features/cases/list/NewCases.tsx';
import { OwnCases } from '#src/features/cases/list/OwnCases.tsx';
import { useUser } from '#src/api/client/useUser.ts';
import { Failure } from '#src/forms/Failure.tsx';
import { dashboardAccountParam, paths } from '#src/routing/paths.ts';
import { useRedirect } from '#src/routing/useRedirect.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useNow } from '#src/locale/useMoment.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Counts, LoadingCounts } from './Counts.tsx';
import { getGreeting } from './greeting.ts';
import { Providers } from './Providers.tsx';

const Letter = styled.main`
  max-width: 76rem;
  margin: 0 auto;
  padding: var(--s-6) var(--s-8) var(--s-9);
  > small {
    display: inline-block;
    padding-bottom: 0.3rem;
    border-bottom: 1px solid var(--border-strong);
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > h1 {
    margin-top: var(--s-4);
  }
  > [data-columns] {
    display: grid;
    grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr);
    gap: var(--s-8);
    align-items: start;
    margin-top: var(--s-8);
  }
  @media (max-width: 1023px) {
    > [data-columns] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (max-width: 767px) {
    padding: var(--s-6) var(--gutter) var(--s-7);
    > small {
      display: none;
    }
    > h1 {
      margin-top: 0;
    }
    > [data-columns] {
      gap: var(--s-6);
      margin-top: var(--s-6);
    }
  }
`;

const Feedback = styled.aside`
  display: flex;
  gap: var(--s-4);
  align-items: center;
  margin-top: var(--s-8);
  padding: var(--s-4);
  background: var(--accent-tint);
  border: 1px solid var(--accent-line);
  border-radius: var(--r-md);
  font-size: var(--text-sm);
  > svg {
    flex: none;
    width: 5.5rem;
  }
  > div {
    flex: 1;
  }
  b {
    font-size: var(--text-md);
    font-weight: var(--fw-strong);
  }
  p {
    color: var(--muted);
  }
  > a {
    min-height: var(--control-sm);
    font-size: var(--text-sm);
  }
  @media (max-width: 767px) {
    display: none;
  } /* the settings have the same form */
  @media print {
    display: none;
  }
`;

const greetings = {
  morning: 'dashboard.morning',
  afternoon: 'dashboard.afternoon',
  evening: 'dashboard.evening',
} as const;

/** The provider's salutation is German in both languages. */
const formatName = ({ salutation, firstName, lastName }: UserData, language: Language): string =>
  (salutation && language === 'de'
    ? `${salutation} ${lastName}`
    : formatPersonName({ firstName, lastName })
  ).trim();

/**
 * The first page after the login: greeting, unread cases (on a restricted phone all) and providers.
 */
export function DashboardPage() {
  const intl = useIntl();
  const language = useShownLanguage();
  const isRestrictedPhone = useIsRestrictedPhone();
  const current = useUser();
  const [known, setKnown] = useState(current); // keep the page while the login dialog is open
  if (current && current !== known) setKnown(current);
  const { data, error, refetch } = useListAccountsQuery();
  const [query] = useSearchParams();
  const hasFailed = error !== undefined && !data; // the cases would fail with the same sentence
  const hasNoCases = data && isStaffOnly(data.accounts);
  const now = useNow();
  usePortalTitle(intl.formatMessage({ id: 'nav.dashboard' }));
  const isForInbox = hasNoCases && findInbox(data.accounts) && !query.has(dashboardAccountParam);
  useRedirect(isForInbox ? paths.inbox() : undefined);
  if (isForInbox) return null;
  return (
    <Letter id="content">
      <small>
        {intl.formatDate(now, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
      </small>
      <h1 tabIndex={-1}>
        <FormattedMessage
          id={greetings[getGreeting(now.getHours())]}
          values={{ name: known ? formatName(known, language) : '' }}
        />
      </h1>
      {data && <Counts accounts={data.accounts} />}
      {!data && !error && <LoadingCounts />}
      {hasFailed && <Failure error={error} retry={refetch} />}
      <div data-columns>
        <div>
          {!hasNoCases && !hasFailed && (isRestrictedPhone ? <OwnCases /> : <NewCases />)}
          <Feedback aria-labelledby="wish">
            <Illustration subject="letter" />
            <div>
              <b id="wish">
                <FormattedMessage id="dashboard.wish" />
              </b>
              <p>
                <FormattedMessage id="dashboard.wish.text" />
              </p>
            </div>
            <Link className={buttonClass} to={paths.settings('about')}>
              <FormattedMessage id="dashboard.wish.tell" />
            </Link>
          </Feedback>
        </div>
        {data && <Providers accounts={data.accounts} />}
      </div>
    </Letter>
  );
}
