import { styled } from '@linaria/react';
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getFileExtension } from '#schemas/files/files.rules.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { formatFieldName, removePart } from '#src/engine/core/fieldAddress.ts';
import { useOptionalService } from '#src/engine/react/services/useService.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import type { FileAnswer, FileConfig } from './fileLimits.ts';
import { FilePicker } from './FilePicker.tsx';
import { PendingFileRow, StoredFileRow } from './FileRows.tsx';
import { fileViewer, sentFileViewer, type FileViewerProps, type ViewedFile } from './service.ts';
import type { PendingUpload } from './uploadList.ts';
import { listFiles, useUploads } from './useUploads.ts';

const Refused = styled.div`
  margin-top: var(--s-3);
  ul {
    margin: 0;
    padding-left: 1.2rem;
    list-style: disc;
    overflow-wrap: anywhere;
  }
`;
const SentFiles = styled.ul`
  button {
    min-height: var(--target-min);
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent-text);
    font: inherit;
    text-align: left;
    text-decoration: underline;
    overflow-wrap: anywhere;
  }
`;

const Files = styled.ul`
  display: grid;
  gap: var(--s-2);
  margin-top: var(--s-3);
  &:empty {
    display: none;
  }
`;

const Viewing = ({
  view,
  ...props
}: FileViewerProps & { view: (props: FileViewerProps) => ReactNode }) => view(props);

type FileUploads = ReturnType<typeof useUploads>;
type RemovableFile = ViewedFile & { remove: () => void };

/** Lists the files for the viewer. A file keeps its id while its upload arrives. */
function listViewedFiles(files: readonly FileAnswer[], uploads: FileUploads): RemovableFile[] {
  const { pending, arrived, inTurn, remove, dismiss } = uploads;
  const stored = files.map(({ entityId, name, extension, size }): RemovableFile => {
    const { key = entityId, file } = arrived.get(entityId) ?? {};
    return {
      id: key,
      name,
      extension,
      size,
      ...(file ? { local: file } : {}),
      remove: () => remove(entityId),
    };
  });
  const uploading = pending
    .filter(({ state }) => state !== 'failed')
    .map(({ key, file }): RemovableFile => ({
      id: key,
      name: file.name,
      extension: getFileExtension(file.name),
      size: file.size,
      local: file,
      remove: () => dismiss(key),
    }));
  return inTurn([...stored, ...uploading], ({ id }) => id);
}

/** The viewed file. Closing the viewer returns the focus, also when the opening row is gone. */
function useViewed(button: RefObject<HTMLButtonElement | null>) {
  const [viewed, setViewed] = useState<{ id: string }>();
  const isViewing = viewed !== undefined;
  useEffect(
    () => () => {
      // the row that opened the viewer is gone
      if (isViewing && document.activeElement === document.body) button.current?.focus();
    },
    [isViewing, button],
  );
  return [viewed, setViewed] as const;
}

/** Returns a function that runs an action which removes the focused row, and focuses the button. */
const useKeepFocus =
  (button: RefObject<HTMLButtonElement | null>) =>
  (action: () => void): void => {
    action();
    button.current?.focus();
  };

function NotAllowedNote({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Refused>
      <Note tone="warning" role="alert">
        <p>
          <FormattedMessage id="file.notAllowed" />
        </p>
        <ul>
          {names.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </ul>
      </Note>
    </Refused>
  );
}

/** Announces failed uploads, and that all files have been uploaded. */
function UploadStatus({ uploads, count }: { uploads: FileUploads; count: number }) {
  return (
    <p role="status" aria-atomic={false} className={visuallyHidden}>
      {uploads.failed.map(({ key, file, message, retry }) => (
        <span key={key}>
          <WrappedText>{`${file.name}: ${message} `}</WrappedText>
          {retry === 'never' && <FormattedMessage id="file.notSent" />}
        </span>
      ))}
      {uploads.pending.length === 0 && count > 0 && (
        <FormattedMessage id="file.allDone" values={{ count }} />
      )}
    </p>
  );
}

type FileActions = {
  uploads: FileUploads;
  isDisabled: boolean;
  /** Name of the field that removes a file without scripts. */
  removeName: string;
  /** undefined where no viewer is provided */
  onView: ((id: string) => void) | undefined;
  /** runs an action that removes the focused row */
  keepFocus: (action: () => void) => void;
};

function StoredFile({
  file,
  uploads,
  isDisabled,
  removeName,
  onView,
  keepFocus,
}: FileActions & { file: FileAnswer }) {
  const id = uploads.arrived.get(file.entityId)?.key ?? file.entityId;
  return (
    <StoredFileRow
      file={file}
      isDisabled={isDisabled}
      removeName={removeName}
      onView={onView && (() => onView(id))}
      onRemove={() => keepFocus(() => uploads.remove(file.entityId))}
    />
  );
}

function PendingFile({
  upload,
  uploads,
  isDisabled,
  onView,
  keepFocus,
}: FileActions & { upload: PendingUpload }) {
  return (
    <PendingFileRow
      upload={upload}
      isDisabled={isDisabled}
      onView={upload.state === 'failed' || !onView ? undefined : () => onView(upload.key)}
      onRetry={() => uploads.retry(upload)}
      onDismiss={() => keepFocus(() => uploads.dismiss(upload.key))}
    />
  );
}

/** Rows of the stored and the uploading files, in the order in which they were picked. */
function FileList({ files, ...actions }: FileActions & { files: readonly FileAnswer[] }) {
  const { arrived, pending, inTurn } = actions.uploads;
  const stored = files.map((file) => {
    const key = arrived.get(file.entityId)?.key ?? file.entityId;
    return <StoredFile key={key} file={file} {...actions} />;
  });
  const uploading = pending.map((upload) => (
    <PendingFile key={upload.key} upload={upload} {...actions} />
  ));
  return <Files>{inTurn([...stored, ...uploading], ({ key }) => key ?? '')}</Files>;
}

/** Errors that the viewer shows above the files. */
function ViewerNotice(actions: FileActions) {
  const { notAllowed, failed } = actions.uploads;
  return (
    <>
      <NotAllowedNote names={notAllowed} />
      <Files>
        {failed.map((upload) => (
          <PendingFile key={upload.key} upload={upload} {...actions} />
        ))}
      </Files>
    </>
  );
}

export function Widget({
  element,
  address,
  id,
  value,
  onChange,
  onBlur,
  language,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<FileConfig, FileAnswer[]>) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const uploads = useUploads({ element, address, onChange });
  const view = useOptionalService(fileViewer);
  const [viewed, setViewed] = useViewed(button);
  const files = listFiles(value);
  const queue = listViewedFiles(files, uploads);
  const { notAllowed, failed, add } = uploads;

  const keepFocus = useKeepFocus(button);
  const onView = view && !disabled ? (key: string) => setViewed({ id: key }) : undefined;
  const removeName = formatFieldName(address, removePart);
  const actions = { uploads, isDisabled: disabled, removeName, onView, keepFocus };
  return (
    <div ref={place} id={id} onBlur={onBlur}>
      <FilePicker
        {...{ element, address, language, input, button, describedBy }}
        isDisabled={disabled}
        isInvalid={invalid}
        onAdd={add}
      />
      <NotAllowedNote names={notAllowed} />
      <FileList files={files} {...actions} />
      <UploadStatus uploads={uploads} count={files.length} />
      {view && viewed && (
        <Suspense>
          <Viewing
            view={view}
            files={queue}
            selectedId={viewed.id}
            notice={(notAllowed.length > 0 || failed.length > 0) && <ViewerNotice {...actions} />}
            onClose={() => setViewed(undefined)}
            onAdd={() => input.current?.click()}
            onRemove={(removed) => queue.find((file) => file.id === removed)?.remove()}
            onSend={() => {
              setViewed(undefined);
              place.current?.closest('form')?.requestSubmit();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

export function Answer({ value }: AnswerProps<FileConfig, FileAnswer[]>) {
  const intl = useIntl();
  const view = useOptionalService(sentFileViewer);
  const [viewedId, setViewedId] = useState<string>();
  const files = value.map(({ entityId, ...file }): ViewedFile => ({ id: entityId, ...file }));
  return (
    <>
      <SentFiles>
        {files.map(({ id, name }) => (
          <li key={id}>
            {view ? (
              <button
                type="button"
                aria-label={intl.formatMessage({ id: 'file.view' }, { name })}
                onClick={() => setViewedId(id)}
              >
                {name}
              </button>
            ) : (
              name
            )}
          </li>
        ))}
      </SentFiles>
      {view && viewedId !== undefined && (
        <Suspense>
          {view({ files, selectedId: viewedId, onClose: () => setViewedId(undefined) })}
        </Suspense>
      )}
    </>
  );
}
