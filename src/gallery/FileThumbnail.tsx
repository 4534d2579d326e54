import { styled } from '@linaria/react';
import { useState } from 'react';
import { hasThumbnail } from '#schemas/files/files.rules.ts';
import { useThumbnailQuery } from '#src/api/files/fileViews.ts';
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

export type Thumbnailed = { id: string; extension: string; workflowKey?: string; local?: File };

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
  const { id, extension, workflowKey, local } = file;
  const isAsked = isWanted && local === undefined && hasThumbnail(extension);
  const { data } = useThumbnailQuery({ id, workflowKey }, { skip: !isAsked });
  const firstPage = useFirstPage(isWanted && extension === 'pdf' ? local : undefined);
  const own = useObjectUrl(
    firstPage ?? (local?.type.startsWith('image/') && hasThumbnail(extension) ? local : undefined),
  );
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const url = own ?? data ?? undefined;
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
