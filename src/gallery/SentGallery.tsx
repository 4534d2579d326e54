import { useMemo, useState } from 'react';
import { saveShown } from '#src/api/fileViews.ts';
import { BackCloses } from '#src/ui/BackCloses.ts';
import { Gallery } from './Gallery.tsx';
import type { GalleryFile } from './galleryFile.ts';
import { GalleryTexts } from './GalleryTexts.tsx';

type SentGalleryProps = {
  files: readonly GalleryFile[];
  selectedId: string;
  workflowKey: string;
  onClose: () => void;
};

/** Files of an answer that was sent, for whoever reads it. */
export function SentGallery({ files, selectedId, workflowKey, onClose }: SentGalleryProps) {
  const [shownId, setShownId] = useState(selectedId);
  const ofTask = useMemo(
    () => files.map((file) => ({ ...file, workflowKey })),
    [files, workflowKey],
  );
  return (
    <GalleryTexts>
      <BackCloses onClose={onClose} />
      <Gallery
        files={ofTask}
        selectedId={shownId}
        onSelect={setShownId}
        onClose={onClose}
        onDownload={({ id, name }) => saveShown(id, name, workflowKey)}
      />
    </GalleryTexts>
  );
}
