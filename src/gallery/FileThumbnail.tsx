import { styled } from '@linaria/react';
import { useMemo, useState } from 'react';
import { hasThumbnail } from '#schemas/files/files.rules.ts';
import { useReply } from '#src/api/client/useReply.ts';
import { fetchShownThumbnail } from '#src/api/files/fileViews.ts';
import { useFirstPage } from './useFirstPage.ts';
import { useObjectUrl } from './useObjectUrl.ts';

const Picture = styled.span`
  display: grid;
  place-items: center;
  min-width: 0;
  overflow: hidden;
  background: var(--accent-tint-2);
  color: var(--accent-text);
  font-size: 0.6875rem;
  font-weight: var(--fw-strong);
  text-transform: uppercase;
  > img {
    width: 100%;
    height: 100%;
    min-height: 0;
    object-fit: cover;
    background: #fff;
  }
  &[data-type='pdf'] > img {
    object-position: top;
  }
`;

export type Thumbnailed = {
  id: string;
  extension: string;
  /** By the server; without it the extension decides. */
  hasThumbnail?: boolean;
  workflowKey?: string;
  local?: File;
};

/** Loads the server's thumbnail once it is wanted; fast scrolling does not take it away again. */
function useServerThumbnail(
  { id, extension, workflowKey, local, ...file }: Thumbnailed,
  isWanted: boolean,
): Blob | undefined {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  const mayHaveOne = file.hasThumbnail ?? hasThumbnail(extension);
  const isAsked = wasWanted && local === undefined && mayHaveOne;
  const load = useMemo(
    () => (isAsked ? () => fetchShownThumbnail(id, workflowKey) : undefined),
    [isAsked, id, workflowKey],
  );
  const { data, isFetching } = useReply(load);
  return data && data.size > 0 && !isFetching ? data : undefined;
}

/**
 * A thumbnail, or the file type if there is none (docs/behaviour/files.md#previews). `isWanted` is
 * false during fast scrolling.
 */
export function FileThumbnail({
  file,
  isWanted = true,
}: {
  file: Thumbnailed;
  isWanted?: boolean;
}) {
  const { extension, local } = file;
  const ofServer = useServerThumbnail(file, isWanted);
  const firstPage = useFirstPage(isWanted && extension === 'pdf' ? local : undefined);
  const isPicture = local?.type.startsWith('image/') && hasThumbnail(extension);
  const url = useObjectUrl(firstPage ?? (isPicture ? local : ofServer));
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <Picture data-type={extension} aria-hidden>
      {url !== undefined && url !== brokenUrl ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBrokenUrl(url)} />
      ) : (
        extension.slice(0, 5)
      )}
    </Picture>
  );
}
