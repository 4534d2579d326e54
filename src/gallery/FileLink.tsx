import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CaseFile } from '#schemas/messages.ts';
import { fileParam, messageParams } from '#src/lib/paths.ts';

/** What a history entry remembers: the one before it is the page without the gallery. */
export type OpenedFile = { isGalleryOver?: true } | null;

/** Leads to a file of the case that is open, over the page as it is. `label`: for those who hear it. */
export function FileLink({ file: { fileId, fileName }, label, children }: { file: Pick<CaseFile, 'fileId' | 'fileName'>; label: string; children: ReactNode }) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  for (const name of messageParams) query.delete(name); // whoever comes back is not led to a message once more
  query.set(fileParam, fileId);
  return (
    <Link to={{ search: query.toString() }} state={{ isGalleryOver: true } satisfies OpenedFile} preventScrollReset title={fileName} data-file aria-label={label}>
      {children}
    </Link>
  );
}
