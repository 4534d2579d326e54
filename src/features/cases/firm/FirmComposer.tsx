import { css } from '@linaria/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatPersonName } from '#schemas/platform/personName.ts';
import type { OpenedCase } from '#src/api/cases/firmCases.ts';
import { useSendFirmMessageMutation } from '#src/api/cases/firmMessages.ts';
import { getProblem } from '#src/api/client/errors.ts';
import { useOwnerId } from '#src/api/client/useUser.ts';
import { endDraft } from '#src/device/indexedDb/draftStorage.ts';
import { getFirmDraftName, type WrittenMessage } from '#src/device/indexedDb/messageQueue.ts';
import { Loading } from '#src/forms/Failure.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import type { PortalDraft } from '#src/forms/portalDrafts.ts';
import { RefusedAnswers } from '#src/forms/refusedAnswers.ts';
import { SentElsewhere } from '#src/forms/SentElsewhere.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { useOwnDraft } from '#src/forms/useOwnDraft.ts';
import { Button } from '#src/ui/Button.tsx';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';
import { PencilSimpleLine } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';

const frame = css`
  --form-lead: 0;
  display: grid;
  gap: var(--s-4);
  padding: var(--s-4) var(--s-5) var(--s-5);
  border: 1px solid var(--border-strong);
  border-radius: var(--r-lg);
  > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`;

type ComposerProps = { acc: string; shown: OpenedCase };

const listNames = ({ clients }: OpenedCase): string[] => clients.map(formatPersonName);

/** Names who can read the message, and chooses the folder. */
function Address({
  shown,
  folderId,
  onFolder,
}: Pick<ComposerProps, 'shown'> & { folderId: string; onFolder: (folderId: string) => void }) {
  const intl = useIntl();
  return (
    <>
      <p>
        <FormattedMessage
          id="firmCases.recipients"
          values={{
            names: intl.formatList(listNames(shown), { type: 'conjunction' }),
          }}
        />
      </p>
      {shown.folders.length > 0 && (
        <label>
          <span className={subLabelClass}>
            <FormattedMessage id="firmCases.folder" />
          </span>
          <select
            className={fieldClass}
            value={folderId}
            onChange={({ target }) => onFolder(target.value)}
          >
            <option value="">{intl.formatMessage({ id: 'firmCases.folder.none' })}</option>
            {shown.folders.map((folder) => (
              <option key={folder.folderId} value={folder.folderId}>
                {folder.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** Returns a function that sends a message. */
function useSend({ acc, shown: { caseId } }: ComposerProps) {
  const [send] = useSendFirmMessageMutation();
  const once = useOnce();
  return async function sendMessage(written: WrittenMessage, folderId: string): Promise<void> {
    const body = {
      header: written.Header,
      text: written.TextContent,
      ...(folderId ? { folderId } : {}),
      ...(written.UploadIds?.length
        ? { fileIds: written.UploadIds.map(({ entityId }) => entityId) }
        : {}),
    };
    await once(body, (idempotencyKey) =>
      send({ acc, params: { caseId }, body, idempotencyKey }).unwrap(),
    );
  };
}

/** Elements of the form by the field of the call. */
const elements = { '/header': 'Header', '/text': 'TextContent', '/fileIds': 'UploadIds' };

/** Throws refused fields under the names of the form, and other errors as they are. */
function renameFields(error: unknown): never {
  const found = Object.entries(getProblem(error)?.fields ?? {}).flatMap(([pointer, text]) =>
    Object.entries(elements).flatMap(([field, id]) =>
      pointer.startsWith(field) ? [[id, text] as const] : [],
    ),
  );
  throw found.length > 0 ? new RefusedAnswers(Object.fromEntries(found)) : error;
}

/** Warns that this device does not store the draft. */
const warnNotKept = (): void => toast({ level: 'warning', text: { id: 'draft.notKept' } });

type WritingProps = ComposerProps & { draft: PortalDraft; onClose: () => void };

function Writing({ draft, onClose, ...props }: WritingProps) {
  const { acc, shown } = props;
  const { form, round, answers } = draft;
  const [initial] = useState(answers);
  const [chosenId, setFolderId] = useState('');
  // The folder may have been withdrawn while the message was written.
  const folderId = shown.folders.some((each) => each.folderId === chosenId) ? chosenId : '';
  const [hasEnded, setHasEnded] = useState(false);
  const send = useSend(props);

  async function handleSubmit(written: Record<string, unknown>): Promise<void> {
    // The form's rules have checked it.
    await send(written as WrittenMessage, folderId).catch(renameFields);
    await endDraft({ form, round });
    toast({ level: 'success', text: { id: 'firmCases.sent' } });
    onClose();
  }

  return (
    <div className={frame}>
      {hasEnded && <SentElsewhere />}
      <Address shown={shown} folderId={folderId} onFolder={setFolderId} />
      <PortalForm
        name="newMessage"
        header={() => null}
        focusOn="Header"
        initial={initial}
        draft={{ form, round, onEnded: () => setHasEnded(true), onFailing: warnNotKept }}
        staffAccountId={acc}
        onSubmit={handleSubmit}
      />
      <div>
        <Button variant="ghost" onClick={onClose}>
          <FormattedMessage id="firmCases.closeDraft" />
        </Button>
      </div>
    </div>
  );
}

/** Continues the draft of this tab. */
function OwnDraft(props: ComposerProps & { onClose: () => void }) {
  const userId = useOwnerId() ?? '';
  const { draft } = useOwnDraft(getFirmDraftName(userId, props.shown.caseId));
  return draft ? <Writing {...props} draft={draft} /> : <Loading />;
}

/** Writes a message in the page. What is not sent stays as a draft on this device. */
export function FirmComposer({ acc, shown }: ComposerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasOpen && !isOpen) button.current?.focus();
  }, [wasOpen, isOpen]);

  function close(): void {
    setWasOpen(true);
    setIsOpen(false);
  }

  if (shown.clients.length === 0)
    return (
      <section>
        <Note tone="accent">
          <p>
            <FormattedMessage id="firmCases.noReaders" />
          </p>
        </Note>
      </section>
    );
  return (
    <section>
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <OwnDraft key={shown.caseId} acc={acc} shown={shown} onClose={close} />
        </Suspense>
      ) : (
        <Button
          ref={button}
          variant="primary"
          icon={<PencilSimpleLine size={20} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          <FormattedMessage id="firmCases.write" />
        </Button>
      )}
    </section>
  );
}
