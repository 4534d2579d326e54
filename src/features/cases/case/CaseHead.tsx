import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { listPathToFolder } from '#schemas/cases/cases.rules.ts';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { Clipped } from '#src/ui/Clipped.tsx';
import { BackLink } from './BackLink.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { CaseTabs } from './CaseTabs.tsx';
import { useCaseAddress, type CaseTab, type CaseWidth } from '#src/features/cases/caseView.ts';
import { useParentPath } from './useParentPath.ts';

const Head = styled.header`
  grid-column: 1 / -1;
  padding: var(--s-5) var(--s-6) 0;
  border-bottom: 1px solid var(--border);
  > [data-top] {
    display: flex;
    gap: var(--s-3);
    align-items: flex-start;
    padding-bottom: var(--s-3);
  }
  > [data-top] > div {
    flex: 1;
    min-width: 0;
  }
  > [data-top] > [data-actions] {
    flex: none;
    display: flex;
    gap: 0.25rem;
  }
  small {
    display: inline-block;
    padding-bottom: 0.3rem;
    border-bottom: 1px solid var(--border-strong);
    color: var(--muted);
    font-size: var(--text-xs);
    overflow-wrap: anywhere;
  }
  h1 {
    margin-top: 0.65rem;
    font-size: 1.75rem;
    overflow-wrap: anywhere;
  }
  > [data-row] {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s-4);
    justify-content: space-between;
    align-items: center;
  }
  > [data-row]:not(:has([role='tablist'])) {
    padding-bottom: var(--s-2);
  }
  @media (max-width: 767px) {
    padding: 0;
    > [data-top] {
      gap: 0.25rem;
      align-items: center;
      padding: 0.35rem 0.4rem;
    }
    small {
      display: block;
      padding: 0;
      border: 0;
    }
    h1 {
      margin: 0;
      font: var(--fw-strong) var(--text-md)/1.25 var(--font-sans);
      letter-spacing: 0;
    }
    > [data-row] {
      padding-inline: var(--gutter);
    }
  }
`;

const accountLength = { phone: 25, tablet: 15, laptop: 25, wide: 25 } as const satisfies Record<
  CaseWidth,
  number
>;

type CaseHeadProps = {
  shown: CaseSummary;
  folder: string | undefined;
  tabs: readonly CaseTab[];
  selected: CaseTab;
  width: CaseWidth;
  openTasks: number;
  actions?: ReactNode;
};

/** Header of a case: account, title, breadcrumbs, tabs and actions. */
export function CaseHead({
  shown,
  folder,
  tabs,
  selected,
  width,
  openTasks,
  actions,
}: CaseHeadProps) {
  const intl = useIntl();
  const out = useParentPath();
  const address = useCaseAddress();
  const { accountName, aktenzeichen, header } = shown;
  const path = folder === undefined ? [] : listPathToFolder(shown.folders, folder);
  const account = <Clipped text={accountName} length={accountLength[width]} />;
  return (
    <Head>
      <div data-top>
        <BackLink
          to={folder === undefined ? out : address(shown)}
          label={intl.formatMessage({
            id: folder === undefined ? 'cases.out' : 'cases.backToCase',
          })}
        />
        <div>
          <small>
            {aktenzeichen ? (
              <FormattedMessage
                id="cases.reference"
                values={{ account, reference: aktenzeichen }}
              />
            ) : (
              account
            )}
          </small>
          <h1 tabIndex={-1}>{header}</h1>
        </div>
        <div data-actions>{actions}</div>
      </div>
      <div data-row>
        {tabs.length > 1 && (
          <CaseTabs shown={shown} tabs={tabs} selected={selected} openTasks={openTasks} />
        )}
        {path.length > 0 && selected === 'messages' && <Breadcrumbs shown={shown} path={path} />}
      </div>
    </Head>
  );
}
