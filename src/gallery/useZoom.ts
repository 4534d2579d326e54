import { useState } from 'react';
import { getViewKind } from '#schemas/files/files.rules.ts';
import type { GalleryFile } from './galleryFile.ts';

const step = 1.5;
const most = 5;
const clamp = (factor: number): number => Math.min(most, Math.max(1, factor));

/** Zoom factor of a file; each file starts at 1. */
export function useZoom(fileId: string) {
  const [zoom, setZoom] = useState({ of: fileId, factor: 1 });
  const factor = zoom.of === fileId ? zoom.factor : 1;
  const set = (wanted: number) => setZoom({ of: fileId, factor: clamp(wanted) });
  return {
    factor,
    set,
    closer: () => set(factor * step),
    farther: () => set(factor / step),
    reset: () => set(1),
    isOffered: (file: GalleryFile | undefined): boolean => {
      const view = file && getViewKind(file.extension);
      return view !== undefined && view !== 'video';
    },
  };
}
export type Zoom = ReturnType<typeof useZoom>;
