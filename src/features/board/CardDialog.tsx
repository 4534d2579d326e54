import { styled } from '@linaria/react';
import { Fragment, Suspense, useId, useMemo, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { lanesOf, mayAssign, statusOnDrop, type Lane } from '#schemas/board.rules.ts';
import type { BoardTask } from '#schemas/board.ts';
import { badgeOf } from '#schemas/tasks.rules.ts';
import {
  useChangeBoardTaskMutation,
  useGetBoardTaskQuery,
  useListStaffQuery,
} from '#src/api/board.ts';
import { problemOf, toUserMessage } from '#src/api/errors.ts';
import { SubmittedAnswers } from '#src/engine/react/SubmittedAnswers.tsx';
import { useAbort } from '#src/engine/react/useAbort.tsx';
import { createAnswerServices } from '#src/forms/services.ts';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { useMoment } from '#src/lib/useMoment.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';
import { registry } from '#widgets/registry.ts';
import { namesOf } from './Card.tsx';
import { laneTitles } from './laneTitles.ts';
import { isOwn, type Board, type Move } from './useMoving.ts';

const ErrorText = styled.span`
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

/** An instant as the browser's own field for day and time writes it, in the reader's zone. */
function localMinute(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Answers({ acc, workflowId }: { acc: string; workflowId: string }) {
  const intl = useIntl();
  const language = useShownLanguage();
  const { data, error, refetch } = useGetBoardTaskQuery({ params: { acc, workflowId } });
  const services = useMemo(() => createAnswerServices(workflowId), [workflowId]);
  if (error && !data)
    return (
      <Note tone="danger" role="alert">
        <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
        <Button variant="ghost" onClick={() => void refetch()}>
          <FormattedMessage id="action.retry" />
        </Button>
      </Note>
    );
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

type AssigningProps = { board: Board; card: BoardTask; onChange: () => void; onSaved: () => void };

function Assigning({ board: { accountId: acc }, card, onChange, onSaved }: AssigningProps) {
  const intl = useIntl();
  const { data, error: staffError, refetch } = useListStaffQuery({ params: { acc } });
  const staff = data?.staff ?? [];
  const [change, { isLoading, error }] = useChangeBoardTaskMutation();
  const [isSaved, setIsSaved] = useState(false);
  const errorId = useId();
  const { '/assigneeId': wrongAssignee, '/validUntil': wrongDeadline } =
    problemOf(error)?.fields ?? {};
  const format = (id: 'error.offline' | 'error.unexpected') => intl.formatMessage({ id });
  const isDeadlineFixed = card.state === 'answered' || card.state === 'closed';

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [assigneeId, until] = ['assignee', 'validUntil'].map(
      (name) => (given.get(name) as string | null) ?? '',
    ) as [string, string]; // fields of text
    const isGiven = assigneeId !== (card.assignee?.userId ?? '');
    const isMoved = !isDeadlineFixed && until !== localMinute(card.validUntil);
    try {
      if (isGiven || isMoved)
        await change({
          params: { acc, workflowId: card.workflowId },
          body: {
            ...(isGiven ? { assigneeId: assigneeId || null } : {}),
            ...(isMoved ? { validUntil: until ? new Date(until).toISOString() : null } : {}),
          },
        }).unwrap();
      onSaved();
      setIsSaved(true);
    } catch {
      // said beside what is wrong
    }
  }

  return (
    <form
      onChange={() => {
        setIsSaved(false);
        onChange();
      }}
      onSubmit={(event) => void save(event)}
    >
      <label>
        <FormattedMessage id="board.assignee" />
        <select
          key={`${staff.length} ${card.assignee?.userId}`}
          className={fieldClass}
          name="assignee"
          aria-invalid={wrongAssignee !== undefined}
          aria-describedby={wrongAssignee && `${errorId}-assignee`}
          defaultValue={card.assignee?.userId ?? ''}
        >
          <option value="">{intl.formatMessage({ id: 'board.nobody' })}</option>
          {card.assignee && !staff.some(({ userId }) => userId === card.assignee?.userId) && (
            <option
              value={card.assignee.userId}
            >{`${card.assignee.firstName} ${card.assignee.lastName}`}</option>
          )}
          {staff.map(({ userId, firstName, lastName }) => (
            <option key={userId} value={userId}>{`${firstName} ${lastName}`}</option>
          ))}
        </select>
        {wrongAssignee && <ErrorText id={`${errorId}-assignee`}>{wrongAssignee}</ErrorText>}
      </label>
      <label>
        <FormattedMessage id="board.deadline" />
        <input
          key={card.validUntil}
          className={fieldClass}
          type="datetime-local"
          name="validUntil"
          defaultValue={localMinute(card.validUntil)}
          disabled={isDeadlineFixed}
          aria-invalid={wrongDeadline !== undefined}
          aria-describedby={wrongDeadline && `${errorId}-deadline`}
        />
        {wrongDeadline && <ErrorText id={`${errorId}-deadline`}>{wrongDeadline}</ErrorText>}
      </label>
      <Button type="submit" isBusy={isLoading}>
        <FormattedMessage id="board.save" />
      </Button>
      <p role="status">{isSaved && <FormattedMessage id="board.saved" />}</p>
      {error && !wrongAssignee && !wrongDeadline && (
        <Note tone="danger" role="alert">
          <p>{toUserMessage(error, format)}</p>
        </Note>
      )}
      {staffError && !data && (
        <Note tone="danger" role="alert">
          <p>
            <FormattedMessage id="board.noStaff" /> {toUserMessage(staffError, format)}
          </p>
          <Button variant="ghost" onClick={() => void refetch()}>
            <FormattedMessage id="action.retry" />
          </Button>
        </Note>
      )}
    </form>
  );
}

/** What is known of the task in one line: its case, whose it is, where it lies and what has become of it. */
function Facts({ card, lane }: { card: BoardTask; lane: Lane | undefined }) {
  const moment = useMoment();
  const badge = badgeOf(card, card.state);
  const parts = [
    card.caseHeader,
    namesOf(card.clients),
    lane && <FormattedMessage id={laneTitles[lane.name]} />,
    badge && (
      <FormattedMessage id={`tasks.badge.${badge.says}`} values={{ at: moment(badge.at) }} />
    ),
  ];
  return (
    <p>
      {parts
        .filter((part) => part !== undefined && part !== '')
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
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
  /** why its last move was refused */ refused: string | undefined;
  onMove: Move;
  onClose: () => void;
};

/** A card in full: where it can go, by key as well as by mouse, who takes care of it, and what was answered. */
export function CardDialog({ board, card, userId, refused, onMove, onClose }: CardDialogProps) {
  const intl = useIntl();
  const moveId = useId();
  const abort = useAbort(onClose);
  const lanes = lanesOf(board.role);
  const here = lanes.find(({ statuses }) => statuses.includes(card.status));
  const isTarget = (lane: Lane): boolean =>
    statusOnDrop(board.role, { status: card.status, isOwn: isOwn(card, userId) }, lane) !==
    undefined;
  const [wasMovable] = useState(() => lanes.some(isTarget)); // the button that was pressed stays, and keeps the focus
  const shown = lanes.filter((lane) => lane === here || isTarget(lane));
  return (
    <>
      <Dialog
        hasAddress={!abort.isChanged}
        title={card.assistantName}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={abort.close}
      >
        <Parts>
          <Facts card={card} lane={here} />
          {(wasMovable || shown.length > 1) && (
            <section aria-labelledby={moveId}>
              <h3 id={moveId}>
                <FormattedMessage id="board.moveTo" />
              </h3>
              <div>
                {shown.map((lane) => (
                  <Button
                    key={lane.name}
                    aria-pressed={lane === here}
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
          )}
          {mayAssign(board.role) && (
            <Assigning board={board} card={card} onChange={abort.change} onSaved={abort.saved} />
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
      {abort.question}
    </>
  );
}
