import { styled } from '@linaria/react';
import { Suspense, useEffect, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { mayChange } from '#schemas/tasks/inbox.rules.ts';
import type { InboxRecord } from '#schemas/tasks/inbox.ts';
import { isGone } from '#src/api/client/errors.ts';
import { useGetInboxRecordQuery, useOpenInboxItemMutation } from '#src/api/tasks/inbox.ts';
import { SubmittedAnswers } from '#src/engine/react/review/SubmittedAnswers.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { createAnswerServices } from '#src/forms/services.ts';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { useMoment } from '#src/locale/useMoment.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { Archive } from '#src/ui/portalIcons.ts';
import { useFocusWhereNarrow } from '#src/ui/useFocusWhereNarrow.ts';
import { registry } from '#widgets/registry.ts';
import { RecordSide, type RecordProps } from './RecordSide.tsx';
import type { Marking } from './useMarking.ts';

const Pane = styled.div`
  display: grid;
  grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) 18.5rem;
  height: 100%;
  min-height: 0;
  > header {
    grid-column: 1 / -1;
    display: flex;
    gap: var(--s-2);
    align-items: center;
    min-height: 4rem;
    padding: 0.5rem var(--s-4) 0.5rem var(--s-6);
    border-bottom: 1px solid var(--border);
  }
  > header > p {
    flex: 1;
    color: var(--muted);
    font-size: var(--text-sm);
    font-variant-numeric: tabular-nums;
  }
  > header [data-back] {
    display: none;
  }
  > [data-body] {
    min-height: 0;
    overflow-y: auto;
    padding: var(--s-6) var(--s-7) var(--s-8);
  }
  > [data-body] > p {
    padding-bottom: var(--s-2);
    border-bottom: 1px solid var(--border-strong);
    color: var(--muted);
    font-size: var(--text-sm);
    font-variant-numeric: tabular-nums;
  }
  > [data-body] > h2 {
    margin: 0.9rem 0 var(--s-5);
    overflow-wrap: anywhere;
  }
  @media (max-width: 1279px) {
    display: block;
    overflow-y: auto;
    > header {
      position: sticky;
      top: 0;
      z-index: 1;
      background: var(--surface);
    }
    > [data-body] {
      overflow: visible;
    }
  }
  @media (max-width: 1023px) {
    > header [data-back] {
      display: inline-flex;
    }
  }
  @media (max-width: 767px) {
    > header {
      padding-inline: var(--s-2) var(--gutter);
    }
    > [data-body] {
      padding: var(--s-4) var(--gutter) var(--s-6);
    }
  }
`;

function Answers({ record }: { record: InboxRecord }) {
  const language = useShownLanguage();
  const { workflowId } = record;
  const services = useMemo(() => createAnswerServices(workflowId), [workflowId]);
  return (
    <Suspense fallback={<FormSkeleton />}>
      <SubmittedAnswers
        submission={record}
        registry={registry}
        language={language}
        services={services}
      />
    </Suspense>
  );
}

type Position = { at: number; of: number } | undefined;
type Actions = { position: Position; onDone: () => void; onBack: () => void };

function BackButton({ onBack }: { onBack: () => void }) {
  const intl = useIntl();
  return (
    <span data-back>
      <Button
        variant="ghost"
        aria-label={intl.formatMessage({ id: 'inbox.back' })}
        onClick={onBack}
      >
        <ArrowLeft size={20} aria-hidden />
      </Button>
    </span>
  );
}

function RecordHeader({ record, marking, role, userId, ...actions }: RecordProps & Actions) {
  const { position, onDone, onBack } = actions;
  const own = { userId, assigneeId: record.assignee?.userId ?? null };
  const state = record.state === 'open' ? 'done' : 'open';
  return (
    <header>
      <BackButton onBack={onBack} />
      <p>{position && <FormattedMessage id="inbox.position" values={position} />}</p>
      {mayChange(role, own, { state }) && (
        <Button isBusy={marking.isMarking} onClick={onDone}>
          <Archive size={20} aria-hidden />
          <FormattedMessage id={state === 'done' ? 'inbox.markDone' : 'inbox.reopen'} />
        </Button>
      )}
    </header>
  );
}

/** Marks a record as opened once it is shown. */
function useOpened(acc: string, record: InboxRecord | undefined): void {
  const [open] = useOpenInboxItemMutation();
  const newId = record?.openedAt === null ? record.submissionId : undefined;
  useEffect(() => {
    if (newId !== undefined) void open({ params: { acc, submissionId: newId } });
  }, [acc, newId, open]);
}

type RecordPaneProps = Actions & {
  acc: string;
  role: StaffRole;
  userId: string;
  submissionId: string;
  marking: Marking;
};

/** A submission as a letter: sender line, name, answers, and what the staff know of it. */
export function RecordPane({ acc, submissionId, ...rest }: RecordPaneProps) {
  const moment = useMoment();
  const args = { params: { acc, submissionId } };
  const { currentData, error, refetch } = useGetInboxRecordQuery(args);
  const record = isGone(error) ? undefined : currentData;
  useOpened(acc, record);
  const heading = useFocusWhereNarrow(record?.submissionId);
  if (!record)
    return (
      <Pane>
        <header>
          <BackButton onBack={rest.onBack} />
        </header>
        <div data-body>
          {error ? <StaffFailure error={error} retry={refetch} /> : <FormSkeleton />}
        </div>
      </Pane>
    );
  const props = { acc, record, ...rest };
  const { formTitle: title, revision, submittedAt } = record;
  return (
    <Pane>
      <RecordHeader {...props} />
      <div data-body tabIndex={-1}>
        <p>
          <FormattedMessage
            id="inbox.sentBy"
            values={{ title, revision, date: moment(submittedAt) }}
          />
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {record.sender || <FormattedMessage id="inbox.nameless" />}
        </h2>
        <Answers record={record} />
      </div>
      <RecordSide {...props} />
    </Pane>
  );
}
