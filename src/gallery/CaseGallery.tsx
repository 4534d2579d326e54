import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ListedFile } from '#schemas/cases/caseFiles.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/cases/caseFiles.ts';
import { saveShownFile } from '#src/api/files/fileViews.ts';
import { fileParam } from '#src/routing/paths.ts';
import { useDay } from '#src/locale/useMoment.ts';
import type { ListedWith, OpenedFile } from './FileLink.tsx';
import { Gallery } from './Gallery.tsx';
import type { GalleryFile } from './galleryFile.ts';

type CaseGalleryProps = { acc: string; akte: string; fileId: string };

const save = ({ id, name }: GalleryFile): Promise<void> => saveShownFile(id, name);

/** Loads the listed files of a case, page by page until the file of the address is among them. */
function useFiles({ acc, akte, fileId }: CaseGalleryProps, listed: ListedWith | undefined) {
  const day = useDay();
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } =
    useCaseFilesInfiniteQuery({
      acc,
      akte,
      ...listed,
      Size: caseLimits.maxFilePageSize,
    });
  const files = useMemo(() => {
    const about = ({ creationDate, creatorName }: ListedFile) =>
      `${day(creationDate)}, ${creatorName}`;
    return (data?.pages ?? [])
      .flatMap((page) => page.files)
      .map((file): GalleryFile => ({
        id: file.fileId,
        name: file.fileName,
        extension: file.fileExtension,
        size: file.size,
        hasThumbnail: file.hasThumbnail,
        about: about(file),
      }));
  }, [data, day]);
  const at = files.findIndex(({ id }) => id === fileId);
  const needsMore = hasNextPage && !isFetching && !error && (at < 0 || at === files.length - 1);
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return {
    files,
    isLoading: at < 0 && (isFetching || (!error && (hasNextPage || !data))),
    listFailure: error && !isFetching ? { error, retry: () => void refetch() } : undefined,
  };
}

/** The gallery of a case at the file of the address. The browser's Back closes it. */
export function CaseGallery(props: CaseGalleryProps) {
  const state = useLocation().state as OpenedFile;
  const { files, isLoading, listFailure } = useFiles(props, state?.listed);
  const navigate = useNavigate();
  const [, setQuery] = useSearchParams();

  const show = (fileId: string | undefined) =>
    setQuery(
      (query) => {
        if (fileId === undefined) query.delete(fileParam);
        else query.set(fileParam, fileId);
        return query;
      },
      { replace: true, preventScrollReset: true, state },
    );
  const close = () => (state?.isGalleryOver ? void navigate(-1) : show(undefined));

  return (
    <Gallery
      files={files}
      selectedId={props.fileId}
      isLoading={isLoading}
      listFailure={listFailure}
      onSelect={show}
      onClose={close}
      onDownload={save}
    />
  );
}
