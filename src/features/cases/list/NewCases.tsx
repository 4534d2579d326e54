import { styled } from '@linaria/react';
import type { CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { caseLimits } from '#schemas/cases/limits.ts';
import { findUnreadFolder, countUnread } from '#schemas/cases/cases.rules.ts';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { useListUnreadCasesQuery } from '#src/api/cases/cases.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { ProviderLetters } from '#src/forms/ProviderLogo.tsx';
import { paths } from '#src/routing/paths.ts';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { ArrowRight } from '#src/ui/icons.ts';
import { useLastAuthor } from '#src/features/cases/useLastAuthor.ts';
import { useShortDate } from '#src/locale/useShortDate.ts';

/** Height of a case in the list. */
const caseHeight = '5rem';

const Section = styled.section`
  > h2 {
    margin-bottom: var(--s-4);
    font-size: var(--text-xl);
  }
  ul {
    border-bottom: 1px solid var(--border);
  }
  li > a {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: var(--s-4);
    align-items: center;
    padding: 0.9rem 0.5rem;
    border-top: 1px solid var(--border);
    color: inherit;
    line-height: 1.35;
    text-decoration: none;
  }
  li > a:hover {
    background: var(--accent-tint);
  }
  li b {
    display: block;
    font-weight: var(--fw-strong);
    overflow-wrap: anywhere;
  }
  li small {
    display: block;
    overflow: hidden;
    color: var(--muted);
    font-size: var(--text-sm);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  li a > :last-child {
    display: grid;
    gap: 0.25rem;
    justify-items: end;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > p {
    color: var(--muted);
  }
  > p > a {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-height: var(--target-min);
    margin-top: var(--s-3);
    font-weight: var(--fw-strong);
  }
`;

const byLastMessage = (a: CaseSummary, b: CaseSummary): number =>
  (b.lastMessageDate ?? '').localeCompare(a.lastMessageDate ?? '');

function NewCase({ shown }: { shown: CaseSummary }) {
  const intl = useIntl();
  const shortDate = useShortDate();
  const { accountId, accountName, header, idHash, lastMessage, lastMessageDate } = shown;
  const unread = countUnread(shown);
  const lastAuthor = useLastAuthor();
  return (
    <li
      data-brand
      style={{ '--brand': shown.mainColor, '--brand-2': shown.secondaryColor } as CSSProperties}
    >
      <Link to={paths.case(idHash, accountId, findUnreadFolder(shown)?.id)}>
        <ProviderLetters name={accountName} />
        <span>
          <b>{header}</b>
          {lastMessage && <small>{`${lastAuthor(shown)}: ${lastMessage}`}</small>}
        </span>
        <span>
          {lastMessageDate && <time dateTime={lastMessageDate}>{shortDate(lastMessageDate)}</time>}
          <CountBadge
            count={unread}
            label={intl.formatMessage({ id: 'cases.unread' }, { count: unread })}
          />
        </span>
      </Link>
    </li>
  );
}

/** Cases with unread messages, newest first, on the dashboard. */
export function NewCases() {
  const { data, error, refetch } = useListUnreadCasesQuery({
    atMost: caseLimits.unreadOnDashboard,
  });
  const cases = data?.akten.flatMap((group) => group.akten).sort(byLastMessage);
  return (
    <Section aria-labelledby="new-cases">
      <h2 id="new-cases">
        <FormattedMessage id="cases.new" />
      </h2>
      {!cases &&
        (error ? <Failure error={error} retry={refetch} /> : <Loading height={caseHeight} />)}
      {cases?.length === 0 && (
        <p>
          <FormattedMessage id="cases.new.none" />
        </p>
      )}
      {cases !== undefined && cases.length > 0 && (
        <ul>
          {cases.map((shown) => (
            <NewCase key={shown.idHash} shown={shown} />
          ))}
        </ul>
      )}
      <p>
        <Link to={paths.cases()}>
          <FormattedMessage id="dashboard.new.all" />
          <ArrowRight size={20} aria-hidden />
        </Link>
      </p>
    </Section>
  );
}
