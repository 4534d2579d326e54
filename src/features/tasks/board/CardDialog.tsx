import { styled } from '@linaria/react';
import { Fragment, Suspense, useId, useMemo, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import type { Employee } from '#schemas/accounts/staff.ts';
import {
  isInLane,
  listLanes,
  mayAssign,
  getStatusAfterDrop,
  type Lane,
} from '#schemas/tasks/board.rules.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import { getBadge } from '#schemas/tasks/tasks.rules.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import {
  useChangeBoardTaskMutation,
  useGetBoardTaskQuery,
  useListStaffQuery,
} from '#src/api/tasks/board.ts';
import { hasReason, getProblem } from '#src/api/client/errors.ts';
import { SubmittedAnswers } from '#src/engine/react/review/SubmittedAnswers.tsx';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { ErrorText, Failure } from '#src/forms/Failure.tsx';
import { createAnswerServices } from '#src/forms/services.ts';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { paths } from '#src/routing/paths.ts';
import { formatLocalMinute } from '#src/locale/formatLocalMinute.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { handleEnter } from '#src/ui/handleEnter.ts';
import { Note } from '#src/ui/Note.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { registry } from '#widgets/registry.ts';
import { formatNames } from './Card.tsx';
import { laneTitles } from './laneTitles.ts';
import { isOwn, type Board, type Move } from './useMoving.ts';

const FieldError = styled.span`
  color: var(--danger-text);
  font-size: var(--text-sm);
`;
const Parts = styled.div`
  display: grid;
  gap: var(--s-6);
  h3 {
    margin-bottom: var(--s-3);
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  > p {
    color: var(--muted);
  }
  section > div:has(> button) {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
  section > div > [aria-pressed='true'] {
    border-color: var(--accent-edge);
    background: var(--accent-tint-2);
    color: var(--accent-text);
  }
  form {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-4);
    align-items: start;
    > :is(p, div) {
      flex: 1 0 100%;
    }
    > button {
      margin-top: 1.6rem;
    }
    @media (max-width: 639px) {
      > button {
        margin-top: 0;
      }
    }
  }
  label {
    display: grid;
    flex: 1 1 14rem;
    gap: 0.3rem;
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
`;

function Answers({ acc, workflowId }: { acc: string; workflowId: string }) {
  const language = useShownLanguage();
  const { data, error, refetch } = useGetBoardTaskQuery({ params: { acc, workflowId } });
  const services = useMemo(() => createAnswerServices(workflowId), [workflowId]);
  if (error && !data) return <Failure error={error} retry={refetch} />;
  const [answer] = data?.answers ?? [];
  if (!answer) return <FormSkeleton />;
  const {
    formElement,
    answerFormElements: answers,
    revision,
    answerCreationDate: submittedAt,
  } = answer;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <SubmittedAnswers
        submission={{ formElement, answers, revision, submittedAt }}
        registry={registry}
        language={language}
        services={services}
      />
    </Suspense>
  );
}

/** Returns the fields that differ from the card; undefined when none does. */
function readChanges(given: FormData, card: BoardTask) {
  const [assigneeId, until] = ['assignee', 'validUntil'].map(
    (name) => (given.get(name) as string | null) ?? '',
  ) as [string, string]; // fields of text
  const isReassigned = assigneeId !== (card.assignee?.userId ?? '');
  const isMoved = !isDeadlineFixed(card) && until !== formatLocalMinute(card.validUntil);
  if (!isReassigned && !isMoved) return undefined;
  return {
    ...(isReassigned ? { assigneeId: assigneeId || null } : {}),
    ...(isMoved ? { validUntil: until ? new Date(until).toISOString() : null } : {}),
    from: { assigneeId: card.assignee?.userId ?? null, validUntil: card.validUntil },
  };
}

const isDeadlineFixed = ({ state }: BoardTask): boolean =>
  state === 'answered' || state === 'closed';

type FieldProps = { card: BoardTask; error: string | undefined };

function AssigneeField({
  card: { assignee },
  staff,
  error,
}: FieldProps & { staff: readonly Employee[] }) {
  const intl = useIntl();
  const errorId = useId();
  const [chosen, setChosen] = useState(assignee?.userId ?? '');
  const isListed = !assignee || staff.some(({ userId }) => userId === assignee.userId);
  return (
    <label>
      <FormattedMessage id="board.assignee" />
      <select
        className={fieldClass}
        name="assignee"
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">{intl.formatMessage({ id: 'board.nobody' })}</option>
        {[...(isListed ? [] : [assignee]), ...staff].map(({ userId, firstName, lastName }) => (
          <option key={userId} value={userId}>
            {formatPersonName({ firstName, lastName })}
          </option>
        ))}
      </select>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </label>
  );
}

function DeadlineField({ card, error }: FieldProps) {
  const errorId = useId();
  return (
    <label>
      <FormattedMessage id="board.deadline" />
      <input
        key={card.validUntil}
        className={fieldClass}
        type="datetime-local"
        name="validUntil"
        defaultValue={formatLocalMinute(card.validUntil)}
        disabled={isDeadlineFixed(card)}
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </label>
  );
}

function StaffUnknown({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Note tone="danger" role="alert">
      <p>
        <FormattedMessage id="board.noStaff" /> <ErrorText error={error} />
      </p>
      <Button variant="ghost" onClick={retry}>
        <FormattedMessage id="action.retry" />
      </Button>
    </Note>
  );
}

type AssignmentFormProps = {
  board: Board;
  card: BoardTask;
  onChange: () => void;
  onSaved: () => void;
};

/** Assignee and deadline of the task. */
function AssignmentForm({
  board: { accountId: acc },
  card,
  onChange,
  onSaved,
}: AssignmentFormProps) {
  const { data, error: staffError, refetch } = useListStaffQuery({ params: { acc } });
  const [change, { isLoading, error }] = useChangeBoardTaskMutation();
  const [isSaved, setIsSaved] = useState(false);
  const { '/assigneeId': assigneeError, '/validUntil': deadlineError } =
    getProblem(error)?.fields ?? {};

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const body = readChanges(new FormData(event.currentTarget), card);
    try {
      if (body) await change({ params: { acc, workflowId: card.workflowId }, body }).unwrap();
      onSaved();
      setIsSaved(true);
    } catch {
      // the error is shown at the field
    }
  }

  return (
    <form
      onChange={() => {
        setIsSaved(false);
        onChange();
      }}
      onKeyDown={handleEnter}
      onSubmit={(event) => void save(event)}
    >
      <AssigneeField
        key={card.assignee?.userId}
        card={card}
        staff={(data?.staff ?? []).filter(({ userId }) => card.staffIds?.includes(userId) ?? true)}
        error={assigneeError}
      />
      <DeadlineField card={card} error={deadlineError} />
      <Button type="submit" isBusy={isLoading}>
        <FormattedMessage id="board.save" />
      </Button>
      <p role="status">{isSaved && <FormattedMessage id="board.saved" />}</p>
      {error && !assigneeError && !deadlineError && (
        <Note tone="danger" role="alert">
          <p>
            {hasReason(error, 'conflict') ? (
              <FormattedMessage id="board.changedMeanwhile" />
            ) : (
              <ErrorText error={error} />
            )}
          </p>
        </Note>
      )}
      {staffError && !data && <StaffUnknown error={staffError} retry={() => void refetch()} />}
    </form>
  );
}

/** Facts of the task in one line. Case and clients are links to all of their cards. */
function Facts({
  card,
  lane,
  board: { accountId, role },
}: {
  card: BoardTask;
  lane: Lane | undefined;
  board: Board;
}) {
  const moment = useMoment();
  const linkTo = (text: string) => text && <Link to={paths.board(accountId, text)}>{text}</Link>;
  const badge = getBadge(card, card.state);
  const ended = card.clients.filter(({ endedDate }) => endedDate !== null).length;
  const parts = [
    linkTo(card.caseHeader),
    mayReadInbox(role) && (
      <Link to={paths.firmCases(accountId, card.caseId)}>
        <FormattedMessage id="board.toCase" />
      </Link>
    ),
    linkTo(formatNames(card.clients).replaceAll(',', '')),
    ended > 0 && <FormattedMessage id="board.ended" values={{ count: ended }} />,
    lane && <FormattedMessage id={laneTitles[lane.name]} />,
    badge && (
      <FormattedMessage id={`tasks.badge.${badge.says}`} values={{ at: moment(badge.at) }} />
    ),
  ];
  return (
    <p>
      {parts
        .filter((part) => part !== undefined && part !== '' && part !== false)
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <WrappedText>{' · '}</WrappedText>}
            {part}
          </Fragment>
        ))}
    </p>
  );
}

type CardDialogProps = {
  board: Board;
  card: BoardTask;
  userId: string;
  /** reason why the last move was refused */ refused: string | undefined;
  onMove: Move;
  onClose: () => void;
};

/** Buttons that move the card to another lane of the role. */
function Moves({ board, card, userId, refused, onMove }: Omit<CardDialogProps, 'onClose'>) {
  const titleId = useId();
  const lanes = listLanes(board.role);
  const isTarget = (lane: Lane): boolean =>
    getStatusAfterDrop(board.role, { status: card.status, isOwn: isOwn(card, userId) }, lane) !==
    undefined;
  // the pressed button stays mounted and keeps the focus
  const [wasMovable] = useState(() => lanes.some(isTarget));
  const shown = lanes.filter((lane) => isInLane(lane, card) || isTarget(lane));
  if (!wasMovable && shown.length <= 1) return null;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>
        <FormattedMessage id="board.moveTo" />
      </h3>
      <div>
        {shown.map((lane) => (
          <Button
            key={lane.name}
            aria-pressed={isInLane(lane, card)}
            onClick={() => onMove(card, lane)}
          >
            <FormattedMessage id={laneTitles[lane.name]} />
          </Button>
        ))}
      </div>
      {refused && (
        <Note tone="danger" role="alert">
          <p>{refused}</p>
        </Note>
      )}
    </section>
  );
}

/** Details of a card: its moves, assignees and answers, all usable by keyboard. */
export function CardDialog({ onClose, ...props }: CardDialogProps) {
  const { board, card } = props;
  const intl = useIntl();
  const unsaved = useUnsavedChanges(onClose);
  const current = listLanes(board.role).find((lane) => isInLane(lane, card));
  return (
    <>
      <Dialog
        hasAddress={!unsaved.isChanged}
        title={card.assistantName}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={unsaved.close}
      >
        <Parts>
          <Facts board={board} card={card} lane={current} />
          <Moves {...props} />
          {mayAssign(board.role) && (
            <AssignmentForm
              board={board}
              card={card}
              onChange={unsaved.change}
              onSaved={unsaved.saved}
            />
          )}
          {card.answerCreationDate === null ? (
            <p>
              <FormattedMessage id="board.unanswered" />
            </p>
          ) : (
            <Answers acc={board.accountId} workflowId={card.workflowId} />
          )}
        </Parts>
      </Dialog>
      {unsaved.question}
    </>
  );
}
