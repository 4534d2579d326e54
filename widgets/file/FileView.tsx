import { styled } from '@linaria/react';
import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
} from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fileExtension } from '#schemas/files.rules.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useOptionalService } from '#src/engine/react/useService.ts';
import { Button } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { Camera, UploadSimple } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { fileLimits, type FileAnswer, type FileConfig } from './fileLimits.ts';
import { PendingFileRow, StoredFileRow } from './FileRows.tsx';
import { fileViewer, sentFileViewer, type FileViewerProps, type ViewedFile } from './service.ts';
import { isPhotoExtension } from './shrinkPhoto.ts';
import { acceptOf, type PendingUpload } from './uploadList.ts';
import { filesOf, useUploads } from './useUploads.ts';

const DropZone = styled.div`
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: var(--s-4);
  padding: var(--s-5);
  border: 1.5px dashed var(--border-strong);
  border-radius: var(--r-md);
  background: var(--sunken);
  > svg {
    color: var(--accent-text);
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  &[data-over] {
    background: var(--accent-tint);
    border-color: var(--accent-edge);
    border-style: solid;
  }
  &[data-invalid] {
    border-color: var(--danger);
  }
  @media (max-width: 767px) {
    grid-template-columns: auto 1fr;
    padding: var(--s-4);
  }
  /* Fingers drag no files: what is left are the buttons. */
  @media (pointer: coarse) {
    grid-template-columns: 1fr;
    > svg,
    > span {
      display: none;
    }
  }
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  /* Where there is no camera to hold, taking a photo would open the file dialog a second time. */
  @media not (pointer: coarse) {
    > [data-camera] {
      display: none;
    }
  }
  @media (max-width: 767px) {
    grid-column: 1 / -1;
    > button {
      flex: 1 1 10rem;
    }
  }
`;

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

/** A file dropped beside a drop zone would replace the form by that file. */
function useMissedDrops(): void {
  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault(); // a text may be dropped into any field
    };
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}

const Viewing = ({
  view,
  ...props
}: FileViewerProps & { view: (props: FileViewerProps) => ReactNode }) => view(props);

export function Widget({
  element,
  address,
  id,
  value,
  onChange,
  onBlur,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<FileConfig, FileAnswer[]>) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { pending, arrived, inTurn, notAllowed, add, retry, dismiss, remove } = useUploads({
    element,
    address,
    onChange,
  });
  const view = useOptionalService(fileViewer);
  const [viewed, setViewed] = useState<{ id: string }>();
  const place = useRef<HTMLDivElement>(null);
  const files = filesOf(value);
  const limits = fileLimits(element);
  useMissedDrops();
  const failed = pending.filter(({ state }) => state === 'failed');

  function handlePick(event: ChangeEvent<HTMLInputElement>) {
    add([...(event.target.files ?? [])]);
    event.target.value = ''; // the same file can be picked again
  }

  function handleDrop(event: DragEvent) {
    setIsOver(false);
    if (!disabled) add([...event.dataTransfer.files]);
  }

  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
  }

  function withFocusKept(action: () => void) {
    action();
    button.current?.focus(); // the row with the pressed button goes
  }

  // One that arrives while it is looked at stays the same file.
  const queue = inTurn<ViewedFile & { remove: () => void }>(
    [
      ...files.map(({ entityId, name, extension, size }) => {
        const { key = entityId, file } = arrived.get(entityId) ?? {};
        return {
          id: key,
          name,
          extension,
          size,
          ...(file ? { local: file } : {}),
          remove: () => remove(entityId),
        };
      }),
      ...pending
        .filter(({ state }) => state !== 'failed')
        .map(({ key, file }) => ({
          id: key,
          name: file.name,
          extension: fileExtension(file.name),
          size: file.size,
          local: file,
          remove: () => dismiss(key),
        })),
    ],
    ({ id: key }) => key,
  );
  const isViewing = viewed !== undefined;
  useEffect(
    () => () => {
      if (isViewing && document.activeElement === document.body) button.current?.focus(); // the row that has led there is gone
    },
    [isViewing],
  );
  const viewerOf = (key: string) => (view && !disabled ? () => setViewed({ id: key }) : undefined);

  const leftOut = notAllowed.length > 0 && (
    <Refused>
      <Note tone="warning" role="alert">
        <p>
          <FormattedMessage id="file.notAllowed" />
        </p>
        <ul>
          {notAllowed.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </ul>
      </Note>
    </Refused>
  );
  const storedRows = files.map((file) => {
    const key = arrived.get(file.entityId)?.key ?? file.entityId;
    return (
      <StoredFileRow
        key={key}
        file={file}
        isDisabled={disabled}
        onView={viewerOf(key)}
        onRemove={() => withFocusKept(() => remove(file.entityId))}
      />
    );
  });
  const rowOf = (upload: PendingUpload) => (
    <PendingFileRow
      key={upload.key}
      upload={upload}
      isDisabled={disabled}
      onView={upload.state === 'failed' ? undefined : viewerOf(upload.key)}
      onRetry={() => retry(upload)}
      onDismiss={() => withFocusKept(() => dismiss(upload.key))}
    />
  );

  return (
    <div ref={place} id={id} onBlur={onBlur}>
      <DropZone
        data-over={isOver || undefined}
        data-invalid={invalid || undefined}
        onDragOver={() => setIsOver(true)}
        onDragLeave={handleDragLeave}
        onDrop={handleDrop}
      >
        <UploadSimple size={32} aria-hidden />
        <span>
          <b>
            <FormattedMessage id="file.dropHere" />
          </b>
          <small>
            <FormattedMessage id="file.orChoose" />
          </small>
        </span>
        <Ways>
          <Button
            ref={button}
            aria-describedby={describedBy}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            <FormattedMessage id="file.choose" values={{ max: limits.maxFiles }} />
          </Button>
          {limits.extensions.some(isPhotoExtension) && (
            <Button
              data-camera
              disabled={disabled}
              icon={<Camera size={20} aria-hidden />}
              onClick={() => camera.current?.click()}
            >
              <FormattedMessage id="file.takePhoto" />
            </Button>
          )}
        </Ways>
        <input
          ref={input}
          type="file"
          hidden
          multiple={limits.maxFiles > 1}
          accept={acceptOf(limits)}
          onChange={handlePick}
          data-testid={`pick-${element.id}`}
        />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          onChange={handlePick}
          data-testid={`camera-${element.id}`}
        />
      </DropZone>
      {leftOut}
      <Files>{inTurn([...storedRows, ...pending.map(rowOf)], ({ key }) => key ?? '')}</Files>
      <p role="status" aria-atomic={false} className={visuallyHidden}>
        {failed.map(({ key, file, message }) => (
          <span key={key}>{`${file.name}: ${message} `}</span>
        ))}
        {pending.length === 0 &&
          files.length > 0 &&
          intl.formatMessage({ id: 'file.allDone' }, { count: files.length })}
      </p>
      {view && viewed && (
        <Suspense>
          <Viewing
            view={view}
            files={queue}
            selectedId={viewed.id}
            notice={
              (leftOut || failed.length > 0) && (
                <>
                  {leftOut}
                  <Files>{failed.map(rowOf)}</Files>
                </>
              )
            }
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
