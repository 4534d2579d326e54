import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseList, CaseSummary } from '#schemas/cases/cases.ts';
import { useListCasesInfiniteQuery } from '#src/api/cases/cases.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { paths } from '#src/routing/paths.ts';
import { Failure, MoreButton } from '#src/forms/Failure.tsx';
import { moveFocus } from '#src/ui/moveFocus.ts';
import { useIsOffline } from '#src/device/useIsOffline.ts';
import { useOnline } from '#src/device/useOnline.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { CloudSlash } from '#src/ui/icons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { CaseItem } from './CaseItem.tsx';

const Groups = styled.div`
  > p {
    padding: var(--s-4);
    color: var(--muted);
  }
  > [data-offline] {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    padding-block: 0 var(--s-3);
    font-size: var(--text-sm);
  }
  > [role='alert'] {
    margin: 0 var(--s-4);
  }
  > [data-more] {
    display: grid;
    gap: var(--s-3);
    justify-items: start;
    padding: var(--s-4);
  }
  > ul + ul::before {
    content: '';
    display: block;
    margin: 0.4rem 1.1rem 0.4rem 1rem;
    border-top: 2px solid var(--border);
  }
`;
const Lines = styled.ul`
  animation: appear 1ms linear 300ms both; /* a quick answer shows no skeleton at all */
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
  > li {
    display: grid;
    gap: 0.5rem;
    padding: 1rem 1.1rem 1.1rem 1rem;
  }
  > li + li {
    border-top: 1px solid var(--border);
  }
  i {
    display: block;
    height: 0.7rem;
    border-radius: 3px;
    background: var(--border);
  }
  i:nth-child(1) {
    width: 45%;
  }
  i:nth-child(2) {
    width: 85%;
    height: 1rem;
  }
  i:nth-child(3) {
    width: 65%;
  }
`;

/** Merges the pages into one group per account, in order of first appearance. */
export function groupByAccount(
  pages: readonly CaseList[],
): { accountId: string; akten: CaseSummary[] }[] {
  const groups = new Map<string, CaseSummary[]>();
  for (const { accountId, akten } of pages.flatMap((page) => page.akten))
    groups.set(accountId, [...(groups.get(accountId) ?? []), ...akten]);
  return [...groups].map(([accountId, akten]) => ({ accountId, akten }));
}

function LoadingCases() {
  return (
    <div role="status">
      <span className={visuallyHidden}>
        <FormattedMessage id="app.loading" />
      </span>
      <Lines aria-hidden>
        {[1, 2, 3, 4].map((line) => (
          <li key={line}>
            <i />
            <i />
            <i />
          </li>
        ))}
      </Lines>
    </div>
  );
}

/** Staff are no clients: their work is on the board. */
function NoCases() {
  const { data, isLoading } = useListAccountsQuery();
  if (isLoading) return <FormattedMessage id="app.loading" />;
  if (data === undefined || data.accounts.every(({ boardRole }) => boardRole === undefined))
    return <FormattedMessage id="NoCasesFound" />;
  return (
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
  );
}

/** Cases by account, last active first. A search filters them. */
export function CaseGroups({
  search = '',
  selectedId,
  folder,
}: {
  search?: string;
  selectedId?: string | undefined;
  folder?: string | undefined;
}) {
  const listed = useListCasesInfiniteQuery(search);
  const { currentData, data, isFetching, error, refetch } = listed;
  const isOffline = useIsOffline();
  useOnline(() => {
    if (error) void refetch();
  });
  // the last list stays while the next search runs; "nothing found" does not
  const last = isFetching && data?.pages.some(({ akten }) => akten.length > 0) ? data : undefined;
  const shownList = currentData ?? last;
  const groups = shownList && groupByAccount(shownList.pages);
  return (
    <Groups onKeyDown={(event) => moveFocus(event, 'list', 'a, button')}>
      {isOffline && groups && (
        <p data-offline role="status">
          <CloudSlash size={18} aria-hidden />
          <FormattedMessage id="cases.offline" />
        </p>
      )}
      {error && !groups && <Failure error={error} retry={refetch} />}
      {!groups && !error && <LoadingCases />}
      {groups?.length === 0 && (
        <p role="status">
          {search ? <FormattedMessage id="cases.notFound" values={{ search }} /> : <NoCases />}
        </p>
      )}
      {groups?.map(({ accountId, akten }) => (
        <ul
          key={accountId}
          aria-label={akten[0]?.accountName}
          aria-busy={!currentData || undefined}
        >
          {akten.map((shown) => (
            <CaseItem
              key={shown.idHash}
              shown={shown}
              isSelected={shown.idHash === selectedId}
              folder={folder}
            />
          ))}
        </ul>
      ))}
      {currentData && listed.hasNextPage && (
        <div data-more>
          <MoreButton of={listed}>
            <FormattedMessage id="cases.more" />
          </MoreButton>
        </div>
      )}
    </Groups>
  );
}
