import { styled } from '@linaria/react';
import { Suspense, useId, useMemo, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { lanesOf, mayAssign, statusOnDrop } from '#schemas/board.rules.ts';
import type { BoardTask } from '#schemas/board.ts';
import { useChangeBoardTaskMutation, useGetBoardTaskQuery, useListStaffQuery } from '#src/api/board.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { SubmittedAnswers } from '#src/engine/react/SubmittedAnswers.tsx';
import { useAbort } from '#src/engine/react/useAbort.tsx';
import { createAnswerServices } from '#src/forms/services.ts';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';
import { registry } from '#widgets/registry.ts';
import { laneTitles } from './laneTitles.ts';
import { isOwn, type Board, type Move } from './useMoving.ts';

const Parts = styled.div`
  display: grid; gap: var(--s-6);
  h3 { margin-bottom: var(--s-3); font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans); letter-spacing: 0; }
  > p { color: var(--muted); }
  section > div { display: flex; flex-wrap: wrap; gap: var(--s-2); }
  form { display: flex; flex-wrap: wrap; gap: var(--s-4); align-items: end; }
  label { display: grid; flex: 1 1 14rem; gap: .3rem; font-size: var(--text-sm); font-weight: var(--fw-medium); }
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
  if (error && !data) return <Note tone="danger" role="alert"><p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p><Button variant="ghost" onClick={() => void refetch()}><FormattedMessage id="action.retry" /></Button></Note>;
  const [answer] = data?.answers ?? [];
  if (!answer) return <FormSkeleton />;
  const { formElement, answerFormElements: answers, revision, answerCreationDate: submittedAt } = answer;
  return <Suspense fallback={<FormSkeleton />}><SubmittedAnswers submission={{ formElement, answers, revision, submittedAt }} registry={registry} language={language} services={services} /></Suspense>;
}

type AssigningProps = { board: Board; card: BoardTask; onChange: () => void; onSaved: () => void; showToast: ShowToast };

function Assigning({ board: { accountId: acc }, card, onChange, onSaved, showToast }: AssigningProps) {
  const intl = useIntl();
  const staff = useListStaffQuery({ params: { acc } }).data?.staff ?? [];
  const [change, { isLoading }] = useChangeBoardTaskMutation();
  const isDeadlineFixed = card.state === 'answered' || card.state === 'closed';

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [assigneeId, until] = ['assignee', 'validUntil'].map((name) => given.get(name) as string | null ?? '') as [string, string]; // fields of text
    const isGiven = assigneeId !== (card.assignee?.userId ?? '');
    const isMoved = !isDeadlineFixed && until !== localMinute(card.validUntil);
    try {
      if (isGiven || isMoved) await change({ params: { acc, workflowId: card.workflowId }, body: { ...(isGiven ? { assigneeId: assigneeId || null } : {}), ...(isMoved ? { validUntil: until ? new Date(until).toISOString() : null } : {}) } }).unwrap();
      onSaved();
      showToast({ level: 'success', text: intl.formatMessage({ id: 'board.saved' }) });
    } catch (error) {
      showToast({ level: 'error', text: toUserMessage(error, (id) => intl.formatMessage({ id })) });
    }
  }

  return (
    <form onChange={onChange} onSubmit={(event) => void save(event)}>
      <label>
        <FormattedMessage id="board.assignee" />
        <select key={`${staff.length} ${card.assignee?.userId}`} className={fieldClass} name="assignee" defaultValue={card.assignee?.userId ?? ''}>
          <option value="">{intl.formatMessage({ id: 'board.nobody' })}</option>
          {card.assignee && !staff.some(({ userId }) => userId === card.assignee?.userId) && <option value={card.assignee.userId}>{`${card.assignee.firstName} ${card.assignee.lastName}`}</option>}
          {staff.map(({ userId, firstName, lastName }) => <option key={userId} value={userId}>{`${firstName} ${lastName}`}</option>)}
        </select>
      </label>
      <label>
        <FormattedMessage id="board.deadline" />
        <input key={card.validUntil} className={fieldClass} type="datetime-local" name="validUntil" defaultValue={localMinute(card.validUntil)} disabled={isDeadlineFixed} />
      </label>
      <Button type="submit" isBusy={isLoading}><FormattedMessage id="board.save" /></Button>
    </form>
  );
}

type CardDialogProps = { board: Board; card: BoardTask; userId: string; onMove: Move; onClose: () => void; showToast: ShowToast };

/** A card in full: where it can go, by key as well as by mouse, who takes care of it, and what was answered. */
export function CardDialog({ board, card, userId, onMove, onClose, showToast }: CardDialogProps) {
  const intl = useIntl();
  const moveId = useId();
  const abort = useAbort(onClose);
  const lanes = lanesOf(board.role);
  const here = lanes.find(({ statuses }) => statuses.includes(card.status));
  const targets = lanes.filter((lane) => statusOnDrop(board.role, { status: card.status, isOwn: isOwn(card, userId) }, lane) !== undefined);
  return (
    <>
      <Dialog hasAddress={!abort.isChanged} title={card.assistantName} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={abort.close}>
        <Parts>
          <p>{card.caseHeader}{here && <> · <FormattedMessage id={laneTitles[here.name]} /></>}</p>
          {targets.length > 0 && (
            <section aria-labelledby={moveId}>
              <h3 id={moveId}><FormattedMessage id="board.moveTo" /></h3>
              <div>{targets.map((lane) => <Button key={lane.name} onClick={() => onMove(card, lane)}><FormattedMessage id={laneTitles[lane.name]} /></Button>)}</div>
            </section>
          )}
          {mayAssign(board.role) && <Assigning board={board} card={card} onChange={abort.change} onSaved={abort.saved} showToast={showToast} />}
          {card.answerCreationDate === null ? <p><FormattedMessage id="board.unanswered" /></p> : <Answers acc={board.accountId} workflowId={card.workflowId} />}
        </Parts>
      </Dialog>
      {abort.question}
    </>
  );
}
