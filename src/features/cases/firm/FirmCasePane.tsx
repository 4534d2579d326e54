import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useGetFirmCaseQuery, type OpenedCase } from '#src/api/cases/firmCases.ts';
import { isGone } from '#src/api/client/errors.ts';
import { FirmTasks } from '#src/features/tasks/firmTasks/FirmTasks.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { useDay } from '#src/locale/useMoment.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { moveFocus } from '#src/ui/moveFocus.ts';
import { useFocusWhereNarrow } from '#src/ui/useFocusWhereNarrow.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { FirmCaseSide } from './FirmCaseSide.tsx';
import { FirmHistory } from './FirmHistory.tsx';
import { FirmTimeline } from './FirmTimeline.tsx';
import { firmCaseTabs, type FirmCasesAddress, type FirmCaseTab } from './useFirmCasesAddress.ts';

const Pane = styled.div`
  display: grid;
  grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr) 19.5rem;
  height: 100%;
  min-height: 0;
  > :is(header, [role='tablist']) {
    grid-column: 1 / -1;
  }
  > header {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    padding: var(--s-5) var(--s-5) 0 var(--s-6);
  }
  > header > p {
    grid-column: 2;
    color: var(--muted);
    font-size: var(--text-sm);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  > header > h2 {
    grid-column: 2;
    overflow-wrap: anywhere;
  }
  > header > [data-back] {
    grid-row: 1 / span 2;
    display: none;
  }
  > [role='tablist'] {
    display: flex;
    gap: var(--s-5);
    padding: 0 var(--s-6);
    border-bottom: 1px solid var(--border);
    overflow-x: auto;
    scrollbar-width: none;
  }
  > [role='tablist'] > a {
    flex: none;
    padding: 0.7rem 0;
    border-bottom: 3px solid transparent;
    color: var(--muted);
    font-weight: var(--fw-medium);
    text-decoration: none;
  }
  > [role='tablist'] > a[aria-selected='true'] {
    border-color: var(--accent-edge);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  > [role='tablist'] > a:focus-visible {
    outline-offset: -3px;
  }
  > [role='tabpanel'] {
    display: grid;
    grid-template-rows: minmax(0, 1fr);
    min-height: 0;
  }
  @media (max-width: 1279px) {
    display: block;
    overflow-y: auto;
    > header {
      position: sticky;
      top: 0;
      z-index: 1;
      padding-bottom: var(--s-2);
      background: var(--surface);
    }
  }
  @media (max-width: 1023px) {
    > header {
      padding-left: var(--s-2);
    }
    > header > [data-back] {
      display: block;
      margin-right: var(--s-2);
    }
  }
  @media (max-width: 767px) {
    > header {
      padding: var(--s-3) var(--gutter) var(--s-2) var(--s-1);
    }
    > header > h2 {
      font-size: var(--text-lg);
    }
    > [role='tablist'] {
      padding-inline: var(--gutter);
    }
  }
`;

const tabTexts = {
  messages: 'firmCases.tab.messages',
  tasks: 'cases.tab.tasks',
  history: 'firmCases.tab.history',
} as const satisfies Record<FirmCaseTab, string>;

const panelId = 'firm-case-panel';
const tabId = (tab: FirmCaseTab): string => `firm-case-tab-${tab}`;

type PaneProps = { acc: string; role: StaffRole; caseId: string; address: FirmCasesAddress };

function BackButton({ address }: Pick<PaneProps, 'address'>) {
  const intl = useIntl();
  return (
    <span data-back>
      <IconButton
        label={intl.formatMessage({ id: 'firmCases.back' })}
        icon={<ArrowLeft size={20} aria-hidden />}
        onClick={address.close}
      />
    </span>
  );
}

/** The line above the title: reference, clients and date. */
function SenderLine({ shown }: { shown: OpenedCase }) {
  const intl = useIntl();
  const day = useDay();
  const { aktenzeichen: reference, clients, creationDate } = shown;
  const facts = [
    ...(reference ? [intl.formatMessage({ id: 'firmCases.reference' }, { reference })] : []),
    ...clients.map(formatPersonName),
    intl.formatMessage({ id: 'firmCases.createdOn' }, { date: day(creationDate) }),
    ...(shown.state === 'closed' ? [intl.formatMessage({ id: 'firmCases.isClosed' })] : []),
  ];
  return <WrappedText>{facts.join(' · ')}</WrappedText>;
}

function Tabs({ address }: Pick<PaneProps, 'address'>) {
  const intl = useIntl();
  return (
    <div
      role="tablist"
      aria-label={intl.formatMessage({ id: 'cases.tabs' })}
      onKeyDown={(event) => moveFocus(event, 'row', '[role=tab]')}
    >
      {firmCaseTabs.map((tab) => (
        <Link
          key={tab}
          role="tab"
          id={tabId(tab)}
          to={address.linkToTab(tab)}
          aria-selected={tab === address.tab}
          aria-controls={panelId}
          tabIndex={tab === address.tab ? 0 : -1}
        >
          <FormattedMessage id={tabTexts[tab]} />
        </Link>
      ))}
    </div>
  );
}

/** A case as the firm sees it: messages, tasks, progress, and its people and folders. */
export function FirmCasePane({ acc, role, caseId, address }: PaneProps) {
  const { currentData, error, refetch } = useGetFirmCaseQuery({ acc, caseId });
  const shown = isGone(error) ? undefined : currentData;
  const heading = useFocusWhereNarrow(shown?.caseId);
  if (!shown)
    return (
      <Pane>
        <header>
          <BackButton address={address} />
        </header>
        <div>{error ? <StaffFailure error={error} retry={refetch} /> : <FormSkeleton />}</div>
      </Pane>
    );
  const { tab } = address;
  return (
    <Pane>
      <header>
        <BackButton address={address} />
        <p>
          <SenderLine shown={shown} />
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {shown.header}
        </h2>
      </header>
      <Tabs address={address} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
        {tab === 'messages' && <FirmTimeline acc={acc} shown={shown} />}
        {tab === 'tasks' && <FirmTasks acc={acc} caseId={caseId} role={role} />}
        {tab === 'history' && <FirmHistory acc={acc} caseId={caseId} />}
      </div>
      <FirmCaseSide acc={acc} shown={shown} role={role} />
    </Pane>
  );
}
