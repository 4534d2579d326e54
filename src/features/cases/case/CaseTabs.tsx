import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { moveFocus } from '#src/ui/moveFocus.ts';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { useCaseAddress, type CaseTab } from '#src/features/cases/caseView.ts';

const Row = styled.div`
  display: flex;
  min-width: 0;
  margin-left: -1rem;
  overflow-x: auto;
  scrollbar-width: none;
  > a {
    position: relative;
    display: inline-flex;
    gap: 0.5rem;
    align-items: center;
    flex: none;
    min-height: var(--target-min);
    padding: 0.5rem 1rem;
    color: var(--muted);
    font-weight: var(--fw-medium);
    text-decoration: none;
    white-space: nowrap;
  }
  > a:hover {
    color: var(--text);
  }
  > a:focus-visible {
    outline-offset: -3px;
  }
  > a[aria-selected='true'] {
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  > a[aria-selected='true']::after {
    content: '';
    position: absolute;
    inset: auto 0.75rem 0;
    height: 3px;
    border-radius: 3px 3px 0 0;
    background: var(--accent-edge);
  }
  @media (max-width: 767px) {
    margin-left: -0.7rem;
    > a {
      padding-inline: 0.7rem;
    }
  }
  @media (max-width: 424px) {
    margin-left: -0.4rem;
    > a {
      gap: 0.3rem;
      padding-inline: 0.4rem;
    }
    > a[aria-selected='true']::after {
      inset-inline: 0.4rem;
    }
  } /* fits three tabs with their counts */
  @media (max-width: 359px) {
    margin-left: -0.25rem;
    > a {
      padding-inline: 0.25rem;
      font-size: var(--text-sm);
    }
    > a[aria-selected='true']::after {
      inset-inline: 0.25rem;
    }
  }
  @media print {
    display: none;
  }
`;

/** Labels of the tabs. */
export const tabLabels = {
  overview: 'cases.tab.overview',
  tasks: 'cases.tab.tasks',
  messages: 'cases.tab.messages',
} as const satisfies Record<CaseTab, string>;

export const tabId = (tab: CaseTab): string => `case-tab-${tab}`;
export const panelId = 'case-panel';

/** Tabs of a case. Each has its own address, so the browser's Back button works. */
export function CaseTabs({
  shown,
  tabs,
  selected,
  openTasks,
}: {
  shown: CaseSummary;
  tabs: readonly CaseTab[];
  selected: CaseTab;
  openTasks: number;
}) {
  const intl = useIntl();
  const address = useCaseAddress();
  const unread = shown.totalUnreadMessage;
  return (
    <Row
      role="tablist"
      aria-label={intl.formatMessage({ id: 'cases.tabs' })}
      onKeyDown={(event) => moveFocus(event, 'row', '[role=tab]')}
    >
      {tabs.map((tab) => (
        <Link
          key={tab}
          role="tab"
          id={tabId(tab)}
          to={address(shown, { tab })}
          aria-selected={tab === selected}
          aria-controls={panelId}
          tabIndex={tab === selected ? 0 : -1}
        >
          <FormattedMessage id={tabLabels[tab]} />
          {tab === 'tasks' && (
            <CountBadge
              count={openTasks}
              label={intl.formatMessage({ id: 'cases.openTasks' }, { count: openTasks })}
              isUrgent
            />
          )}
          {tab === 'messages' && (
            <CountBadge
              count={unread}
              label={intl.formatMessage({ id: 'cases.unread' }, { count: unread })}
            />
          )}
        </Link>
      ))}
    </Row>
  );
}
