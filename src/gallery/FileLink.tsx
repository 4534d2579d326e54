import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CaseFilesQuery } from '#schemas/cases/caseFiles.ts';
import type { CaseFile } from '#schemas/cases/messages.ts';
import { fileParam, messageParams } from '#src/routing/paths.ts';

/** State of a history entry: the entry before it is the page without the gallery. */
export type OpenedFile = { isGalleryOver?: true; listed?: ListedWith } | null;

/** The filter of the list that contains the link; the gallery shows the same files. */
export type ListedWith = Pick<CaseFilesQuery, 'Kind' | 'Search'>;

type FileLinkProps = {
  file: Pick<CaseFile, 'fileId' | 'fileName'>;
  /** accessible label */ label: string;
  listed?: ListedWith | undefined;
  children: ReactNode;
};

/** Opens the gallery at a file, over the current page. */
export function FileLink({ file: { fileId, fileName }, label, listed, children }: FileLinkProps) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  for (const name of messageParams) query.delete(name); // Back must not scroll to the message again
  query.set(fileParam, fileId);
  return (
    <Link
      to={{ search: query.toString() }}
      state={{ isGalleryOver: true, ...(listed ? { listed } : {}) } satisfies OpenedFile}
      preventScrollReset
      title={fileName}
      data-file
      aria-label={label}
    >
      {children}
    </Link>
  );
}
