import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import {
  useCreateFirmFolderMutation,
  useRenameFirmFolderMutation,
  useWithdrawFirmFolderMutation,
} from '#src/api/cases/firmCases.ts';
import { getProblem } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { ErrorText } from '#src/forms/Failure.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';

export type Folder = ProviderCase['folders'][number];
type FolderDialogProps = {
  acc: string;
  caseId: string;
  /** undefined: a new one */
  folder: Folder | undefined;
  onClose: () => void;
};

/** Returns the call that stores a name, and whether it runs. */
function useSaveFolder({ acc, caseId, folder }: FolderDialogProps) {
  const once = useOnce();
  const [create, creating] = useCreateFirmFolderMutation();
  const [rename, renaming] = useRenameFirmFolderMutation();
  const save = (name: string) =>
    folder
      ? rename({ acc, params: { caseId, folderId: folder.folderId }, body: { name } }).unwrap()
      : once(name, (idempotencyKey) =>
          create({ acc, params: { caseId }, body: { name }, idempotencyKey }).unwrap(),
        );
  return { save, isBusy: creating.isLoading || renaming.isLoading };
}

type NameFormProps = {
  name: string;
  error: string | undefined;
  onName: (name: string) => void;
  onSubmit: (event: FormEvent) => void;
};

const formId = 'firm-folder';
const errorId = 'firm-folder-error';

function NameForm({ name, error, onName, onSubmit }: NameFormProps) {
  return (
    <form id={formId} onSubmit={onSubmit} noValidate>
      <label>
        <span className={subLabelClass}>
          <FormattedMessage id="firmCases.folder.name" />
        </span>
        <input
          className={fieldClass}
          value={name}
          maxLength={caseLimits.maxFolderNameLength}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={({ target }) => onName(target.value)}
        />
      </label>
      {error !== undefined && (
        <p id={errorId} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

/** Asks before a folder is withdrawn with its messages. */
function WithdrawDialog({
  acc,
  caseId,
  folder: { folderId, name },
  onClose,
}: FolderDialogProps & { folder: Folder }) {
  const intl = useIntl();
  const [withdraw, { isLoading, error }] = useWithdrawFirmFolderMutation();

  async function run(): Promise<void> {
    const answer = await withdraw({ acc, params: { caseId, folderId } });
    if (!('error' in answer)) onClose();
  }

  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'firmCases.folder.withdraw.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" isBusy={isLoading} onClick={() => void run()}>
            <FormattedMessage id="firmCases.folder.withdraw" />
          </Button>
        </>
      }
    >
      {error && (
        <Note tone="danger" role="alert">
          <p>
            <ErrorText error={error} />
          </p>
        </Note>
      )}
      <p>
        <FormattedMessage id="firmCases.folder.withdraw.text" values={{ name }} />
      </p>
    </Dialog>
  );
}

/** Creates a folder, renames it, or leads to its withdrawal. */
export function FolderDialog(props: FolderDialogProps) {
  const { folder, onClose } = props;
  const intl = useIntl();
  const errorText = useErrorText();
  const { save, isBusy } = useSaveFolder(props);
  const unsaved = useUnsavedChanges(onClose);
  const [name, setName] = useState(folder?.name ?? '');
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const [error, setError] = useState<string>();
  if (folder && isWithdrawing) return <WithdrawDialog {...props} folder={folder} />;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '')
      return setError(intl.formatMessage({ id: 'firmCases.folder.nameMissing' }));
    try {
      await save(name.trim());
      onClose();
    } catch (failure) {
      setError(getProblem(failure)?.fields?.['/name'] ?? errorText(failure));
    }
  }
  function change(typed: string): void {
    setName(typed);
    unsaved.change();
  }

  return (
    <Dialog
      size="small"
      title={intl.formatMessage({
        id: folder ? 'firmCases.folder.change' : 'firmCases.folder.new',
      })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={unsaved.close}
      actions={
        <>
          {folder && (
            <Button variant="ghost" onClick={() => setIsWithdrawing(true)}>
              <FormattedMessage id="firmCases.folder.withdraw" />
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
            <FormattedMessage id="firmCases.folder.save" />
          </Button>
        </>
      }
    >
      <NameForm
        name={name}
        error={error}
        onName={change}
        onSubmit={(event) => void submit(event)}
      />
      {unsaved.question}
    </Dialog>
  );
}
