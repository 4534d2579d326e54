import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { Assignees } from './Assignees.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { CaseStatus } from './CaseStatus.tsx';
import { DownloadCaseButton } from './DownloadCaseButton.tsx';
import { OpenTasks } from './OpenTasks.tsx';
import { useMoment } from '#src/locale/useMoment.ts';

const Page = styled.div`
  container-type: inline-size;
  overflow: auto;
  padding: var(--s-6);
  > div {
    display: grid;
    gap: var(--s-5);
    align-items: start;
    max-width: 62rem;
  }
  section {
    min-width: 0;
  }
  [data-boxes] {
    display: grid;
    gap: var(--s-5);
  }
  [data-boxes] > section {
    padding: var(--s-5);
    border: 1px solid var(--border);
    border-radius: var(--r-lg);
  }
  section > h2 {
    margin-bottom: var(--s-4);
    font-size: var(--text-xl);
  }
  section > p {
    margin-top: var(--s-4);
    > button {
      width: 100%;
    }
  }
  section > [data-rule] {
    margin: 1.1rem 0 0.9rem;
    border-top: 1px solid var(--border);
  }
  section > h2[data-small] {
    margin-bottom: 0.6rem;
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  @container (min-width: 768px) {
    > div {
      grid-template-columns: minmax(0, 1fr) minmax(0, 23rem);
      column-gap: var(--s-8);
    }
    > div:not(:has(ol)) > [data-boxes] {
      grid-column: 1 / -1;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @media (max-width: 767px) {
    padding: var(--s-4) var(--gutter) var(--s-8);
  }
`;

/** Overview tab: open tasks, progress, staff and facts of a case. */
export function CaseOverview({ shown }: { shown: CaseSummary }) {
  const minute = useMoment();
  const intl = useIntl();
  const {
    accountId,
    accountName,
    aktenzeichen,
    assignees,
    creationDate,
    totalUnreadMessage,
    totalUnreadMessageInFolder,
  } = shown;
  const account = useListAccountsQuery().data?.accounts.find(({ id }) => id === accountId);
  return (
    <Page tabIndex={0} role="region" aria-label={intl.formatMessage({ id: 'cases.tab.overview' })}>
      <div>
        <OpenTasks shown={shown} />
        {shown.isEsyAkte && <CaseStatus acc={accountId} akte={shown.idHash} />}
        <div data-boxes>
          <section>
            <ProviderLogo name={accountName} src={account?.primaryLogoUrl ?? null} />
            {assignees.length > 0 && (
              <>
                <div data-rule />
                <h2 data-small>
                  <FormattedMessage id="cases.assignees" />
                </h2>
                <Assignees assignees={assignees} />
              </>
            )}
          </section>
          <section>
            <h2>
              <FormattedMessage id="cases.about" />
            </h2>
            <CaseFacts
              facts={{
                reference: aktenzeichen,
                created: minute(creationDate),
                unread: totalUnreadMessage,
                unreadInFolders: totalUnreadMessageInFolder,
              }}
            />
            <p>
              <DownloadCaseButton shown={shown} isLabelled />
            </p>
          </section>
        </div>
      </div>
    </Page>
  );
}
