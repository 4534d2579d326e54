import { useMemo, useState } from 'react';
import { saveShownFile } from '#src/api/files/fileViews.ts';
import { CloseOnBack } from '#src/ui/CloseOnBack.ts';
import { Gallery } from './Gallery.tsx';
import type { GalleryFile } from './galleryFile.ts';

type SentGalleryProps = {
  files: readonly GalleryFile[];
  selectedId: string;
  workflowKey: string;
  onClose: () => void;
};

/** Files of a submitted answer. */
export function SentGallery({ files, selectedId, workflowKey, onClose }: SentGalleryProps) {
  const [shownId, setShownId] = useState(selectedId);
  const ofTask = useMemo(
    () => files.map((file) => ({ ...file, workflowKey })),
    [files, workflowKey],
  );
  return (
    <>
      <CloseOnBack onClose={onClose} />
      <Gallery
        files={ofTask}
        selectedId={shownId}
        onSelect={setShownId}
        onClose={onClose}
        onDownload={({ id, name }) => saveShownFile(id, name, workflowKey)}
      />
    </>
  );
}
