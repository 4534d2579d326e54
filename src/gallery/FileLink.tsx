import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CaseFilesQuery } from '#schemas/caseFiles.ts';
import type { CaseFile } from '#schemas/messages.ts';
import { fileParam, messageParams } from '#src/lib/paths.ts';

/** What a history entry remembers: the one before it is the page without the gallery. */
export type OpenedFile = { isGalleryOver?: true; listed?: ListedWith } | null;

/** Which files of a case stand in the list that a link is part of; all of them without. */
export type ListedWith = Pick<CaseFilesQuery, 'Kind' | 'Search'>;

type FileLinkProps = {
  file: Pick<CaseFile, 'fileId' | 'fileName'>;
  /** for those who hear it */ label: string;
  listed?: ListedWith | undefined;
  children: ReactNode;
};

/** Leads to a file of the case that is open, over the page as it is, and from there to those that are listed with it. */
export function FileLink({ file: { fileId, fileName }, label, listed, children }: FileLinkProps) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  for (const name of messageParams) query.delete(name); // whoever comes back is not led to a message once more
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
