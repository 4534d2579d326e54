import { styled } from '@linaria/react';
import { useId, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import type { BusinessForm } from '#schemas/forms/businessForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { getProblem } from '#src/api/client/errors.ts';
import { useBusinessFormsInfiniteQuery } from '#src/api/forms/businessForms.ts';
import { useListStaffQuery } from '#src/api/tasks/board.ts';
import { useGetCaseStaffQuery, useHandOutTaskMutation } from '#src/api/tasks/firmTasks.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { ErrorText, Loading, MoreButton } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { formatLocalMinute } from '#src/locale/formatLocalMinute.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { choiceCardClass } from '#src/ui/ChoiceCards.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import { handleEnter } from '#src/ui/handleEnter.ts';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 18rem;
  gap: var(--s-6);
  align-items: start;
  > [role='alert'] {
    grid-column: 1 / -1;
  }
  fieldset,
  > div {
    display: grid;
    gap: var(--s-3);
    min-width: 0;
    border: 0;
  }
  legend {
    margin-bottom: var(--s-2);
    font-weight: var(--fw-medium);
  }
  [data-days] {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
    margin-top: var(--s-2);
  }
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const reminderHours = 24;
const quickDays = [3, 7, 14] as const;
const endOfDay = 18; // o'clock

/** Returns 18:00 of the day so many days from now, in the reader's zone. */
function computeDeadline(days: number): string {
  const at = new Date(getServerNow() + days * dayMs);
  at.setHours(endOfDay, 0, 0, 0);
  return formatLocalMinute(at.toISOString());
}

const isPublished = ({ state }: BusinessForm): boolean => state === 'published';

type ChoiceProps = { acc: string; formId: string; onChoose: (formId: string) => void };

/** Chooses one of the published forms. */
function FormChoice({ acc, formId, onChoose }: ChoiceProps) {
  const language = useShownLanguage();
  const name = useId();
  const paged = useBusinessFormsInfiniteQuery(acc);
  const { currentData: data, error } = paged;
  const forms = data?.pages.flatMap(({ items }) => items).filter(isPublished) ?? [];
  return (
    <fieldset>
      <legend>
        <FormattedMessage id="handOut.form" />
      </legend>
      {!data && (error ? <StaffFailure error={error} retry={paged.refetch} /> : <Loading />)}
      {data && forms.length === 0 && (
        <p>
          <FormattedMessage id="handOut.noForms" />
        </p>
      )}
      {forms.map((form) => (
        <label key={form.formId} className={choiceCardClass}>
          <input
            type="radio"
            name={name}
            value={form.formId}
            checked={form.formId === formId}
            onChange={() => onChoose(form.formId)}
          />
          <span>{localize(form.title, language)}</span>
        </label>
      ))}
      <MoreButton of={paged}>
        <FormattedMessage id="handOut.moreForms" />
      </MoreButton>
    </fieldset>
  );
}

type Details = { deadline: string; assigneeId: string; isReminded: boolean };
type FieldErrors = { deadlineError: string | undefined; assigneeError: string | undefined };
type DetailsProps = FieldErrors & {
  acc: string;
  caseId: string;
  details: Details;
  onChange: (change: Partial<Details>) => void;
};

type AssigneeProps = Pick<
  DetailsProps,
  'acc' | 'caseId' | 'details' | 'assigneeError' | 'onChange'
>;

/** Chooses who reads the answer, of those who see the case. */
function AssigneeField({ acc, caseId, details, assigneeError, onChange }: AssigneeProps) {
  const intl = useIntl();
  const errorId = useId();
  const { data, error } = useListStaffQuery({ params: { acc } });
  const { data: ofCase } = useGetCaseStaffQuery({ acc, params: { caseId } });
  const people = (data?.staff ?? []).filter(
    ({ role, userId }) => mayReadInbox(role) && (ofCase?.userIds?.includes(userId) ?? true),
  );
  return (
    <div>
      <label>
        <span className={subLabelClass}>
          <FormattedMessage id="handOut.assignee" />
        </span>
        <select
          className={fieldClass}
          value={details.assigneeId}
          aria-invalid={assigneeError !== undefined}
          aria-describedby={assigneeError === undefined ? undefined : errorId}
          onChange={({ target }) => onChange({ assigneeId: target.value })}
        >
          <option value="">{intl.formatMessage({ id: 'inbox.nobody' })}</option>
          {people.map(({ userId, firstName, lastName }) => (
            <option key={userId} value={userId}>
              {formatPersonName({ firstName, lastName })}
            </option>
          ))}
        </select>
      </label>
      {assigneeError !== undefined && (
        <p id={errorId} role="alert">
          {assigneeError}
        </p>
      )}
      {error && !data && (
        <p role="alert">
          <ErrorText error={error} />
        </p>
      )}
    </div>
  );
}

/** Deadline, who reads the answer, and the reminder. */
function TaskDetails({ deadlineError, ...props }: DetailsProps) {
  const { details, onChange } = props;
  const errorId = useId();
  return (
    <div>
      <div>
        <label>
          <span className={subLabelClass}>
            <FormattedMessage id="handOut.deadline" />
          </span>
          <input
            className={fieldClass}
            type="datetime-local"
            value={details.deadline}
            aria-invalid={deadlineError !== undefined}
            aria-describedby={deadlineError === undefined ? undefined : errorId}
            onChange={({ target }) => onChange({ deadline: target.value })}
          />
        </label>
        {deadlineError !== undefined && (
          <p id={errorId} role="alert">
            {deadlineError}
          </p>
        )}
        <div data-days>
          {quickDays.map((days) => (
            <Button key={days} onClick={() => onChange({ deadline: computeDeadline(days) })}>
              <FormattedMessage id="handOut.days" values={{ days }} />
            </Button>
          ))}
        </div>
      </div>
      <AssigneeField {...props} />
      <label>
        <input
          type="checkbox"
          checked={details.isReminded}
          disabled={details.deadline === ''}
          onChange={({ target }) => onChange({ isReminded: target.checked })}
        />{' '}
        <FormattedMessage id="handOut.remind" />
      </label>
    </div>
  );
}

type DialogProps = { acc: string; caseId: string; onClose: () => void };

/** Returns the answers of the dialog, and the function that hands out the task. */
function useHandingOut({ acc, caseId, onClose }: DialogProps) {
  const once = useOnce();
  const [formId, setFormId] = useState('');
  const [details, setDetails] = useState<Details>({
    deadline: '',
    assigneeId: '',
    isReminded: true,
  });
  const [handOut, { isLoading, error }] = useHandOutTaskMutation();
  const [isFormMissing, setIsFormMissing] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsFormMissing(formId === '');
    if (formId === '' || isLoading) return;
    const { deadline, assigneeId, isReminded } = details;
    const body = {
      formId,
      ...(deadline
        ? {
            validUntil: new Date(deadline).toISOString(),
            reminderHours: isReminded ? reminderHours : null,
          }
        : {}),
      ...(assigneeId ? { assigneeId } : {}),
    };
    try {
      await once(body, (idempotencyKey) =>
        handOut({ acc, params: { caseId }, body, idempotencyKey }).unwrap(),
      );
    } catch {
      return; // the dialog shows the error of the call
    }
    toast({ level: 'success', text: { id: 'handOut.done' } });
    onClose();
  }

  function choose(chosen: string): void {
    setFormId(chosen);
    setIsFormMissing(false);
  }
  const change = (changes: Partial<Details>) => setDetails((before) => ({ ...before, ...changes }));
  return { formId, details, isLoading, error, isFormMissing, submit, choose, change };
}

/** Hands out a form to the clients of a case as a task. */
export function HandOutTaskDialog(props: DialogProps) {
  const { acc, caseId, onClose } = props;
  const intl = useIntl();
  const form = useId();
  const unsaved = useUnsavedChanges(onClose);
  const { error, isFormMissing, ...task } = useHandingOut(props);
  const fields = getProblem(error)?.fields ?? {};
  const { '/validUntil': deadlineError, '/assigneeId': assigneeError } = fields;
  const isAtField = deadlineError !== undefined || assigneeError !== undefined;
  return (
    <Dialog
      title={intl.formatMessage({ id: 'firmTasks.handOut' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={unsaved.close}
      actions={
        <>
          <Button onClick={unsaved.close}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={form} isBusy={task.isLoading}>
            <FormattedMessage id="firmTasks.handOut" />
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onChange={unsaved.change}
        onKeyDown={handleEnter}
        onSubmit={(event) => void task.submit(event)}
        noValidate
      >
        {(isFormMissing || (error && !isAtField)) && (
          <Note tone="danger" role="alert">
            <p>
              {isFormMissing ? (
                <FormattedMessage id="handOut.chooseForm" />
              ) : (
                <ErrorText error={error} />
              )}
            </p>
          </Note>
        )}
        <FormChoice acc={acc} formId={task.formId} onChoose={task.choose} />
        <TaskDetails
          acc={acc}
          caseId={caseId}
          details={task.details}
          deadlineError={deadlineError}
          assigneeError={assigneeError}
          onChange={task.change}
        />
      </Form>
      {unsaved.question}
    </Dialog>
  );
}
