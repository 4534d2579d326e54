import type { ReactNode } from 'react';
import { defineService } from '#src/engine/react/services.ts';

/** A file that is to be sent with the form: still on this device, or known by the id of its upload. */
export type ViewedFile = {
  id: string;
  name: string;
  extension: string;
  size: number;
  local?: File;
};

export type FileViewerProps = {
  files: readonly ViewedFile[];
  /** The first one unless said otherwise. */
  selectedId: string | undefined;
  /** What is to be said of files that are not among them. */
  notice: ReactNode;
  onClose: () => void;
  /** Takes a file out of the answer. */
  onRemove: (id: string) => void;
  onAdd: () => void;
  /** Sends the form as its own button does. */
  onSend: () => void;
};

/** Shows files before they are sent (product.md §2.4, Gallery); where nobody provides it they are only listed. */
export const fileViewer = defineService<(props: FileViewerProps) => ReactNode>('fileViewer');

export type SentFileViewerProps = {
  files: readonly ViewedFile[];
  selectedId: string;
  onClose: () => void;
};

/** Shows files of answers that were sent; where nobody provides it they are only named. */
export const sentFileViewer =
  defineService<(props: SentFileViewerProps) => ReactNode>('sentFileViewer');
