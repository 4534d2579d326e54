import { styled } from '@linaria/react';
import { Suspense, useEffect, useRef, useState, type ChangeEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getFileExtension } from '#schemas/files/files.rules.ts';
import { pictureExtensions } from '#schemas/files/limits.ts';
import type { AnswerProps, UploadInAnswer, WidgetProps } from '#src/engine/core/element.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { uploads } from '#src/engine/react/services/uploads.ts';
import { useOptionalService, useService } from '#src/engine/react/services/useService.ts';
import { lazyPart } from '#src/loading/lazyPart.ts';
import { Button } from '#src/ui/Button.tsx';
import { Camera, Trash, UserCircle } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { UnusablePicture } from '#src/ui/redrawPicture.ts';
import { wrapText } from '#src/ui/WrappedText.tsx';
import { openPicture, type Source } from './source.ts';
import { pictureOwner } from './service.ts';

// Lazy, because it is opened after a picture was chosen.
const loadCropDialog = async () => (await import('./CropDialog.tsx')).CropDialog;
const CropDialog = lazyPart(loadCropDialog);

type PictureConfig = Record<never, never>;
type PictureAnswer = Required<UploadInAnswer>;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-4) var(--s-6);
  align-items: center;
  > span,
  > img {
    width: 6rem;
    height: 6rem;
    flex: none;
    border-radius: 50%;
    background: var(--accent-tint-2);
    object-fit: cover;
  }
  > span {
    display: grid;
    place-items: center;
    color: var(--accent-text);
    font: var(--fw-serif) var(--text-2xl)/1 var(--font-serif);
  }
  > div > div {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
  p {
    margin: var(--s-2) 0 0;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`;

const accept = pictureExtensions.map((extension) => `.${extension}`).join(',');
const uploadName = 'profil.jpg';

/** Creates an object URL for a picture while it is shown. */
function useShownPicture(entityId: string | undefined) {
  const { loadThumbnail } = useService(uploads);
  const [shown, setShown] = useState<{ entityId: string; url: string }>();
  const show = (id: string, picture: Blob) =>
    setShown({ entityId: id, url: URL.createObjectURL(picture) });
  useEffect(
    () => () => {
      if (shown) URL.revokeObjectURL(shown.url);
    },
    [shown],
  );
  useEffect(() => {
    if (entityId === undefined || entityId === shown?.entityId) return;
    let isLatest = true;
    loadThumbnail(entityId).then(
      (picture) => {
        if (picture && isLatest) show(entityId, picture);
      },
      () => undefined,
    ); // a generic avatar is shown without it
    return () => {
      isLatest = false;
    };
  }, [loadThumbnail, entityId, shown?.entityId]);
  return { url: shown?.entityId === entityId ? shown?.url : undefined, show };
}

type Problem = `picture.error.${'extension' | 'unusable' | 'notOpened'}`;

/** Opens a picked picture to crop it; releases it afterwards. */
function usePickedPicture() {
  const [source, setSource] = useState<Source>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(
    () => () => {
      if (!source) return;
      URL.revokeObjectURL(source.url);
      source.picture.close();
    },
    [source],
  );

  async function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = ''; // so that the same file can be picked again
    if (!file) return;
    const isKnown = (pictureExtensions as readonly string[]).includes(getFileExtension(file.name));
    setProblem(isKnown ? undefined : 'picture.error.extension');
    if (!isKnown) return;
    try {
      await loadCropDialog(); // first, because its failure in a render would hide the whole form
      setSource(await openPicture(file));
      setProblem(undefined); // that of a picture before it may have come meanwhile
    } catch (error) {
      const isUnusable = error instanceof UnusablePicture;
      setProblem(isUnusable ? 'picture.error.unusable' : 'picture.error.notOpened');
    }
  }

  return { source, problem, pick, close: () => setSource(undefined) };
}

type PictureWidgetProps = WidgetProps<PictureConfig, PictureAnswer>;

/** Returns functions that store and remove the picture: as the answer, or at its owner. */
function useStoredPicture(
  { element, value, onChange }: Pick<PictureWidgetProps, 'element' | 'value' | 'onChange'>,
  show: (entityId: string, picture: Blob) => void,
) {
  const { uploadFile, removeUpload } = useService(uploads);
  const owner = useOptionalService(pictureOwner);

  async function store(picture: Blob, signal: AbortSignal) {
    const file = new File([picture], uploadName, { type: picture.type });
    const stored = await uploadFile(file, {
      elementId: element.id,
      idempotencyKey: generateKey(),
      signal,
      onProgress: () => undefined,
    });
    if (owner) return owner.take(stored.fileuploadId);
    show(stored.fileuploadId, picture);
    onChange({
      entityId: stored.fileuploadId,
      name: stored.fileName,
      extension: stored.fileExtension,
      size: stored.size,
    });
  }

  function removeAnswer() {
    // the server deletes unused uploads anyway
    if (value) void removeUpload(value.entityId).catch(() => undefined);
    onChange(undefined);
  }

  return { owner, store, remove: value ? removeAnswer : owner?.remove };
}

type PictureRowProps = {
  url: string | undefined;
  owner: ReturnType<typeof useStoredPicture>['owner'];
  hasAnswer: boolean;
  isDisabled: boolean;
  onPick: () => void;
  onRemove: (() => void) | undefined;
};

/** The picture, with buttons that change it. */
function PictureRow({ url, owner, hasAnswer, isDisabled, onPick, onRemove }: PictureRowProps) {
  const intl = useIntl();
  return (
    <Row>
      {url ? (
        <img src={url} alt={intl.formatMessage({ id: 'picture.alt' })} />
      ) : (
        (owner?.pictureBefore ?? (
          <span>
            <UserCircle size={56} aria-hidden />
          </span>
        ))
      )}
      <div>
        {wrapText(owner?.name)}
        <div>
          <Button icon={<Camera size={20} aria-hidden />} disabled={isDisabled} onClick={onPick}>
            <FormattedMessage id={hasAnswer ? 'picture.pickAnother' : 'picture.pick'} />
          </Button>
          {onRemove && (
            <Button
              variant="ghost"
              icon={<Trash size={20} aria-hidden />}
              disabled={isDisabled}
              onClick={onRemove}
            >
              <FormattedMessage id="picture.remove" />
            </Button>
          )}
        </div>
        <p>
          <FormattedMessage id="picture.kinds" />
        </p>
      </div>
    </Row>
  );
}

export function Widget({ element, id, value, onChange, disabled }: PictureWidgetProps) {
  const { url, show } = useShownPicture(value?.entityId);
  const input = useRef<HTMLInputElement>(null);
  const { source, problem, pick, close } = usePickedPicture();
  const { owner, store, remove } = useStoredPicture({ element, value, onChange }, show);

  async function handleCut(picture: Blob, signal: AbortSignal) {
    await store(picture, signal);
    close();
  }

  return (
    <div id={id}>
      <PictureRow
        {...{ url, owner }}
        hasAnswer={value !== undefined}
        isDisabled={disabled}
        onPick={() => input.current?.click()}
        onRemove={remove}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => void pick(event)}
        data-testid={`pick-${element.id}`}
      />
      {problem && (
        <Note tone="danger" role="alert">
          <FormattedMessage id={problem} />
        </Note>
      )}
      {source && (
        <Suspense>
          <CropDialog source={source} onClose={close} onCut={handleCut} />
        </Suspense>
      )}
    </div>
  );
}

export const Answer = (_: AnswerProps<PictureConfig, PictureAnswer>) => (
  <FormattedMessage id="picture.given" />
);
