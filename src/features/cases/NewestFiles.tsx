import { FormattedMessage, useIntl } from 'react-intl';
import { toUserMessage } from '#src/api/errors.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/caseFiles.ts';
import { Button } from '#src/ui/Button.tsx';
import type { CasePlace } from './CasePane.tsx';
import { FileTile } from './FileTile.tsx';
import { Tiles } from './fileTiles.ts';

/** The files that came last, each small. */
export function NewestFiles({
  place: { acc, akte },
  atMost,
}: {
  place: CasePlace;
  atMost: number;
}) {
  const intl = useIntl();
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
        <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
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
