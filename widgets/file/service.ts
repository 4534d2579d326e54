import type { ReactNode } from 'react';
import { defineService } from '#src/engine/react/services/services.ts';

/** A file of the form: still on this device, or uploaded and known by id. */
export type ViewedFile = {
  id: string;
  name: string;
  extension: string;
  /** bytes; programs may leave it out */
  size?: number | undefined;
  local?: File;
};

export type FileViewerProps = {
  files: readonly ViewedFile[];
  /** Defaults to the first file. */
  selectedId: string | undefined;
  /** A message about rejected files. */
  notice: ReactNode;
  onClose: () => void;
  /** Removes a file from the answer. */
  onRemove: (id: string) => void;
  onAdd: () => void;
  /** Submits the form. */
  onSend: () => void;
};

/** Views files before they are sent. Without this service they are only listed. */
export const fileViewer = defineService<(props: FileViewerProps) => ReactNode>('fileViewer');

export type SentFileViewerProps = {
  files: readonly ViewedFile[];
  selectedId: string;
  onClose: () => void;
};

/** Views files of sent answers. Without this service they are only named. */
export const sentFileViewer =
  defineService<(props: SentFileViewerProps) => ReactNode>('sentFileViewer');
