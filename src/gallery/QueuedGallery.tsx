import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BackCloses } from '#src/ui/BackCloses.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { PaperPlaneTilt, Plus, Trash } from '#src/ui/icons.ts';
import { Gallery } from './Gallery.tsx';
import { afterRemoval, type GalleryFile } from './galleryFile.ts';
import { GalleryTexts } from './GalleryTexts.tsx';

type QueuedGalleryProps = {
  files: readonly GalleryFile[];
  /** The first one unless said otherwise. */
  selectedId: string | undefined;
  /** What is to be said of files that are not among them. */
  notice?: ReactNode;
  onClose: () => void;
  onRemove: (id: string) => void;
  onAdd: () => void;
  /** Where all there is to say can be said on one page. */
  onSend?: () => void;
};

function OpenQueue({
  files,
  selectedId,
  notice,
  onClose,
  onRemove,
  onAdd,
  onSend,
}: QueuedGalleryProps) {
  const intl = useIntl();
  const [wantedId, setWantedId] = useState(selectedId);
  const [known, setKnown] = useState(files);
  if (known !== files) {
    const added = files.find(({ id }) => !known.some((each) => each.id === id));
    setKnown(files);
    if (added) setWantedId(added.id); // who adds a file wants to see it
  }
  const shown = files.find(({ id }) => id === wantedId) ?? files[0];
  const handleEnd = useEffectEvent(onClose);
  const isEmpty = !shown;
  useEffect(() => {
    if (isEmpty) handleEnd();
  }, [isEmpty]); // removed, or refused while it was looked at
  if (!shown) return null;

  function remove(file: GalleryFile): void {
    setWantedId(afterRemoval(files, file.id)?.id);
    onRemove(file.id);
  }

  return (
    <Gallery
      files={files}
      selectedId={shown.id}
      notice={notice}
      onSelect={setWantedId}
      onClose={onClose}
      actions={(file) => (
        <>
          <IconButton
            label={intl.formatMessage({ id: 'gallery.add' })}
            icon={<Plus size={24} aria-hidden />}
            onClick={onAdd}
          />
          <IconButton
            label={intl.formatMessage({ id: 'file.remove' }, { name: file.name })}
            icon={<Trash size={24} aria-hidden />}
            onClick={() => remove(file)}
          />
          {onSend && (
            <Button
              variant="primary"
              data-send
              aria-label={intl.formatMessage({ id: 'gallery.send' })}
              icon={<PaperPlaneTilt size={20} aria-hidden />}
              onClick={onSend}
            >
              <span data-wide>
                <FormattedMessage id="gallery.send" />
              </span>
            </Button>
          )}
        </>
      )}
    />
  );
}

/** Files before they are sent (product.md §2.4, Gallery): more can be added, each can be taken away, and all be sent. */
export const QueuedGallery = (props: QueuedGalleryProps) => (
  <GalleryTexts>
    <BackCloses onClose={props.onClose} />
    <OpenQueue {...props} />
  </GalleryTexts>
);
