import { styled } from '@linaria/react';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fileExtension } from '#schemas/files.rules.ts';
import { pictureExtensions } from '#schemas/limits.ts';
import type { AnswerProps, UploadInAnswer, WidgetProps } from '#src/engine/core/element.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import { uploads } from '#src/engine/react/uploads.ts';
import { useOptionalService, useService } from '#src/engine/react/useService.ts';
import { Button } from '#src/ui/Button.tsx';
import { Camera, Trash, UserCircle } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { CropDialog } from './CropDialog.tsx';
import { openPicture, type Source } from './source.ts';
import { pictureOwner } from './service.ts';

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

/** An address for a picture, as long as it is shown. */
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
    ); // without it there is the sign for a person
    return () => {
      isLatest = false;
    };
  }, [loadThumbnail, entityId, shown?.entityId]);
  return { url: shown?.entityId === entityId ? shown?.url : undefined, show };
}

export function Widget({
  element,
  id,
  value,
  onChange,
  disabled,
}: WidgetProps<PictureConfig, PictureAnswer>) {
  const intl = useIntl();
  const { uploadFile, removeUpload } = useService(uploads);
  const owner = useOptionalService(pictureOwner);
  const { url, show } = useShownPicture(value?.entityId);
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<Source>();
  const [problem, setProblem] = useState<'picture.error.extension' | 'picture.error.unusable'>();
  useEffect(
    () => () => {
      if (!source) return;
      URL.revokeObjectURL(source.url);
      source.picture.close();
    },
    [source],
  );

  async function handlePick({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = ''; // the same file can be picked again
    if (!file) return;
    const isKnown = (pictureExtensions as readonly string[]).includes(fileExtension(file.name));
    setProblem(isKnown ? undefined : 'picture.error.extension');
    if (isKnown)
      await openPicture(file).then(setSource, () => setProblem('picture.error.unusable'));
  }

  async function handleCut(picture: Blob, signal: AbortSignal) {
    const file = new File([picture], uploadName, { type: picture.type });
    const stored = await uploadFile(file, {
      elementId: element.id,
      idempotencyKey: newKey(),
      signal,
      onProgress: () => undefined,
    });
    if (owner) await owner.take(stored.fileuploadId);
    else {
      show(stored.fileuploadId, picture);
      onChange({
        entityId: stored.fileuploadId,
        name: stored.fileName,
        extension: stored.fileExtension,
        size: stored.size,
      });
    }
    setSource(undefined);
  }

  function handleRemove() {
    if (value) void removeUpload(value.entityId).catch(() => undefined); // what nobody names is swept
    onChange(undefined);
  }

  const remove = value ? handleRemove : owner?.remove;
  return (
    <div id={id}>
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
          {owner?.name}
          <div>
            <Button
              icon={<Camera size={20} aria-hidden />}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              <FormattedMessage id={value ? 'picture.pickAnother' : 'picture.pick'} />
            </Button>
            {remove && (
              <Button
                variant="ghost"
                icon={<Trash size={20} aria-hidden />}
                disabled={disabled}
                onClick={remove}
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
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => void handlePick(event)}
        data-testid={`pick-${element.id}`}
      />
      {problem && (
        <Note tone="danger" role="alert">
          <FormattedMessage id={problem} />
        </Note>
      )}
      {source && (
        <CropDialog source={source} onClose={() => setSource(undefined)} onCut={handleCut} />
      )}
    </div>
  );
}

export const Answer = (_: AnswerProps<PictureConfig, PictureAnswer>) => (
  <FormattedMessage id="picture.given" />
);
