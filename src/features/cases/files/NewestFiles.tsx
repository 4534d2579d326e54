import { FormattedMessage } from 'react-intl';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/cases/caseFiles.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { Button } from '#src/ui/Button.tsx';
import { FileTile } from './FileTile.tsx';
import { Tiles } from './fileTiles.ts';

/** Thumbnails of the newest files. */
export function NewestFiles({
  place: { acc, akte },
  atMost,
}: {
  place: TimelineRef;
  atMost: number;
}) {
  const errorText = useErrorText();
  const { data, error, refetch } = useCaseFilesInfiniteQuery({ acc, akte });
  if (!data) {
    if (!error)
      return (
        <p role="status">
          <FormattedMessage id="app.loading" />
        </p>
      );
    return (
      <div role="alert">
        <p>{errorText(error)}</p>
        <Button variant="ghost" onClick={() => void refetch()}>
          <FormattedMessage id="action.retry" />
        </Button>
      </div>
    );
  }
  const newest = data.pages.flatMap(({ files }) => files).slice(0, atMost);
  if (newest.length === 0)
    return (
      <p>
        <FormattedMessage id="cases.files.none" />
      </p>
    );
  return (
    <Tiles data-newest>
      {newest.map((file) => (
        <li key={file.fileId}>
          <FileTile file={file} />
        </li>
      ))}
    </Tiles>
  );
}
