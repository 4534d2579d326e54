import { styled } from '@linaria/react';
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CaseState, StateGroup } from '#schemas/cases/caseHistories.ts';
import { caseHistoryLimits } from '#schemas/cases/limits.ts';
import { usePutFirmHistoryMutation, type OpenedHistory } from '#src/api/cases/firmMessages.ts';
import { getProblem, hasReason } from '#src/api/client/errors.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { ErrorText } from '#src/forms/Failure.tsx';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import { handleEnter } from '#src/ui/handleEnter.ts';
import { ArrowDown, ArrowUp, Plus, Trash } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';

const Form = styled.form`
  display: grid;
  gap: var(--s-5);
  width: 100%;
  max-width: 44rem;
  fieldset {
    display: grid;
    gap: var(--s-3);
    min-width: 0;
    padding: var(--s-4);
    border: 1px solid var(--border);
    border-radius: var(--r-md);
  }
  legend {
    padding: 0 var(--s-2);
    font-weight: var(--fw-medium);
  }
  [data-state] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 11rem auto auto;
    gap: var(--s-2);
    align-items: end;
  }
  [data-state] > label:nth-of-type(3) {
    min-height: var(--control);
    align-content: center;
  }
  [data-actions] {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
    align-items: center;
  }
  @media (max-width: 767px) {
    [data-state] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** Returns a copy of a list with one entry replaced, or removed without a new one. */
const replaceAt = <T,>(list: readonly T[], at: number, next?: T): T[] =>
  list.flatMap((each, index) => (index === at ? (next === undefined ? [] : [next]) : [each]));

function swap<T>(list: readonly T[], one: number, other: number): T[] {
  const [first, second] = [list[one], list[other]];
  if (first === undefined || second === undefined) return [...list];
  return list.map((each, index) => (index === one ? second : index === other ? first : each));
}

const newState: CaseState = { statusText: '', isInProgress: true, date: null };

type StateProps = {
  state: CaseState;
  onChange: (state: CaseState) => void;
  onRemove: () => void;
};

function StateFields({ state, onChange, onRemove }: StateProps) {
  const intl = useIntl();
  const { statusText, date, isInProgress } = state;
  return (
    <div data-state>
      <label>
        <span className={subLabelClass}>
          <FormattedMessage id="firmHistory.state" />
        </span>
        <input
          className={fieldClass}
          required
          maxLength={caseHistoryLimits.maxStatusLength}
          value={statusText}
          onChange={({ target }) => onChange({ ...state, statusText: target.value })}
        />
      </label>
      <label>
        <span className={subLabelClass}>
          <FormattedMessage id="firmHistory.date" />
        </span>
        <input
          className={fieldClass}
          type="date"
          value={date ?? ''}
          onChange={({ target }) => onChange({ ...state, date: target.value || null })}
        />
      </label>
      <label>
        <input
          type="checkbox"
          checked={isInProgress}
          onChange={({ target }) => onChange({ ...state, isInProgress: target.checked })}
        />{' '}
        <FormattedMessage id="cases.phase.running" />
      </label>
      <IconButton
        label={intl.formatMessage({ id: 'firmHistory.removeState' }, { name: statusText })}
        icon={<Trash size={20} aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}

type PhaseProps = {
  group: StateGroup;
  position: number;
  count: number;
  onChange: (group: StateGroup) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
};

function PhaseFields({ group, position, count, onChange, onMove, onRemove }: PhaseProps) {
  const intl = useIntl();
  const { name, states } = group;
  return (
    <fieldset>
      <legend>
        <FormattedMessage id="firmHistory.phase" values={{ position: position + 1 }} />
      </legend>
      <label>
        <span className={subLabelClass}>
          <FormattedMessage id="firmHistory.name" />
        </span>
        <input
          className={fieldClass}
          required
          maxLength={caseHistoryLimits.maxNameLength}
          value={name}
          onChange={({ target }) => onChange({ ...group, name: target.value })}
        />
      </label>
      {states.map((state, index) => (
        <StateFields
          key={index}
          state={state}
          onChange={(next) => onChange({ ...group, states: replaceAt(states, index, next) })}
          onRemove={() => onChange({ ...group, states: replaceAt(states, index) })}
        />
      ))}
      <div data-actions>
        <Button
          variant="ghost"
          icon={<Plus size={20} aria-hidden />}
          disabled={states.length >= caseHistoryLimits.maxStates}
          onClick={() => onChange({ ...group, states: [...states, newState] })}
        >
          <FormattedMessage id="firmHistory.addState" />
        </Button>
        <IconButton
          label={intl.formatMessage({ id: 'firmHistory.up' }, { name })}
          icon={<ArrowUp size={20} aria-hidden />}
          disabled={position === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={intl.formatMessage({ id: 'firmHistory.down' }, { name })}
          icon={<ArrowDown size={20} aria-hidden />}
          disabled={position === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={intl.formatMessage({ id: 'firmHistory.remove' }, { name })}
          icon={<Trash size={20} aria-hidden />}
          onClick={onRemove}
        />
      </div>
    </fieldset>
  );
}

/** Shows why the phases were not saved; another user may have changed them. */
const SaveError = ({ error }: { error: unknown }) => (
  <Note tone="danger" role="alert">
    <p>
      {hasReason(error, 'preconditionFailed') ? (
        <FormattedMessage id="firmHistory.overtaken" />
      ) : (
        (Object.values(getProblem(error)?.fields ?? {})[0] ?? <ErrorText error={error} />)
      )}
    </p>
  </Note>
);

type EditorProps = {
  acc: string;
  caseId: string;
  /** the stored phases, also after another user has changed them */
  history: OpenedHistory;
  onClose: () => void;
};

/** A phase with a key that moves with it. */
type KeyedGroup = { key: number; group: StateGroup };

/** Returns the phases in the form, and what changes them. */
function useGroups(stored: readonly StateGroup[], onChange: () => void) {
  const [groups, setGroups] = useState<KeyedGroup[]>(() =>
    stored.map((group, key) => ({ key, group })),
  );
  function change(next: KeyedGroup[]): void {
    onChange();
    setGroups(next);
  }
  const nextKey = Math.max(-1, ...groups.map(({ key }) => key)) + 1;
  return {
    groups,
    add: () => change([...groups, { key: nextKey, group: { name: '', states: [] } }]),
    replace: (at: number, key: number, group: StateGroup) =>
      change(replaceAt(groups, at, { key, group })),
    move: (at: number, by: number) => change(swap(groups, at, at + by)),
    remove: (at: number) => change(replaceAt(groups, at)),
  };
}

/** Stores the phases unless others changed them meanwhile; a second try then replaces those. */
function useSave({ acc, caseId, history, onClose }: EditorProps) {
  const [put, { isLoading, error }] = usePutFirmHistoryMutation();
  const [seenEtag, setSeenEtag] = useState(history.etag);
  const isOvertaken = hasReason(error, 'preconditionFailed');
  const etag = isOvertaken ? history.etag : seenEtag;

  async function save(stateGroups: StateGroup[]): Promise<void> {
    if (isLoading) return;
    setSeenEtag(etag);
    const answer = await put({
      acc,
      params: { caseId },
      body: { stateGroups },
      ...(etag === undefined ? {} : { ifMatch: etag }),
    });
    if ('error' in answer) return;
    toast({ level: 'success', text: { id: 'firmHistory.saved' } });
    onClose();
  }
  return { save, isLoading, error };
}

const formId = 'firm-history';

/** Edits the phases of a case. They replace the stored ones unless those were changed meanwhile. */
export function FirmHistoryEditor(props: EditorProps) {
  const intl = useIntl();
  const unsaved = useUnsavedChanges(props.onClose);
  const { groups, add, replace, move, remove } = useGroups(
    props.history.stateGroups,
    unsaved.change,
  );
  const { save, isLoading, error } = useSave(props);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(groups.map(({ group }) => group));
  }

  return (
    <Dialog
      title={intl.formatMessage({ id: 'firmHistory.edit' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={unsaved.close}
      actions={
        <>
          <Button onClick={unsaved.close}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isLoading}>
            <FormattedMessage id="firmHistory.save" />
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} onKeyDown={handleEnter}>
        {error && <SaveError error={error} />}
        {groups.map(({ key, group }, index) => (
          <PhaseFields
            key={key}
            group={group}
            position={index}
            count={groups.length}
            onChange={(next) => replace(index, key, next)}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
        <div data-actions>
          <Button
            icon={<Plus size={20} aria-hidden />}
            disabled={groups.length >= caseHistoryLimits.maxGroups}
            onClick={add}
          >
            <FormattedMessage id="firmHistory.addPhase" />
          </Button>
        </div>
      </Form>
      {unsaved.question}
    </Dialog>
  );
}
