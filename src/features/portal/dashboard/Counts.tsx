import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import { countUnread } from '#src/api/accounts/accounts.ts';
import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { ownCasesAnchor, paths } from '#src/routing/paths.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const Lead = styled.p`
  max-width: 34em;
  margin-top: var(--s-3);
  font: 400 clamp(1.25rem, 1rem + 0.95vw, 1.625rem)/1.45 var(--font-serif);
  letter-spacing: -0.005em;
  a {
    font-weight: 560;
    text-decoration-thickness: 2px;
    text-decoration-color: var(--accent-line);
  }
  @media (min-width: 640px) {
    a {
      white-space: nowrap;
    }
  }
  @media (max-width: 639px) {
    &[data-loading] {
      min-height: calc(2 * 1.45em);
    } /* most sentences have two lines */
  }
`;

export const providersId = 'providers';

const sum = (accounts: readonly Account[], of: (account: Account) => number): number =>
  accounts.reduce((total, account) => total + of(account), 0);

/** Placeholder of the sentence. */
export const LoadingCounts = () => (
  <Lead role="status" data-loading>
    <FormattedMessage id="app.loading" />
  </Lead>
);

/** Summary sentence in which each number is a link. */
export function Counts({ accounts }: { accounts: readonly Account[] }) {
  const intl = useIntl();
  const isRestrictedPhone = useIsRestrictedPhone(); // has neither page; both lists are below
  const counts = {
    unread: countUnread(accounts),
    cases: sum(accounts, ({ caseCount, isActivated }) => (isActivated ? caseCount : 0)),
    providers: accounts.filter(({ isActivated }) => isActivated).length,
  };
  const word = (count: number) => intl.formatMessage({ id: 'number.word' }, { count });
  const link = (to: string, anchor: string) => (words: ReactNode) =>
    isRestrictedPhone ? (
      <a key={to + anchor} href={`#${anchor}`}>
        <WrappedText>{words}</WrappedText>
      </a>
    ) : (
      <Link key={to + anchor} to={to}>
        <WrappedText>{words}</WrappedText>
      </Link>
    );
  if (counts.cases === 0 && accounts.some(({ boardRole }) => boardRole))
    return (
      <Lead>
        <FormattedMessage
          id="cases.none.staff"
          values={{
            toBoard: (words) => (
              <Link key="board" to={paths.board()}>
                <WrappedText>{words}</WrappedText>
              </Link>
            ),
          }}
        />
      </Lead>
    );
  return (
    <Lead>
      <FormattedMessage
        id={counts.cases === 0 ? 'dashboard.providers' : 'dashboard.counts'}
        values={{
          ...counts,
          count: accounts.length,
          unreadWord: word(counts.unread),
          casesWord: word(counts.cases),
          providersWord: word(counts.providers),
          toUnread: link(paths.cases(), ownCasesAnchor),
          toCases: link(paths.cases(), ownCasesAnchor),
          toProviders: link(paths.serviceProvider(), providersId),
        }}
      />
    </Lead>
  );
}
