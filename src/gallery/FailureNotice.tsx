import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { hasReason } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FileNotice } from './FileNotice.tsx';

/** The reason why a file or the list of files did not load, with a button that loads it again. */
export function RetryNotice({
  error,
  extension,
  onRetry,
}: {
  error: unknown;
  extension?: string;
  onRetry: () => void;
}) {
  const errorText = useErrorText();
  return (
    <FileNotice
      {...(extension === undefined ? {} : { extension })}
      download={
        <Button onClick={onRetry}>
          <FormattedMessage id="action.retry" />
        </Button>
      }
    >
      {errorText(error)}
    </FileNotice>
  );
}

/** The reason why a file is not shown: it cannot be drawn, or it did not load. */
export function FailureNotice({
  error,
  extension,
  download,
  onRetry,
}: {
  error: unknown;
  extension: string;
  download: ReactNode;
  onRetry: () => void;
}) {
  // no preview exists, or the file is damaged
  const isUndrawable = hasReason(error, 'notFound') || error instanceof Error;
  if (isUndrawable)
    return (
      <FileNotice extension={extension} download={download}>
        <FormattedMessage id="gallery.noPreview" />
      </FileNotice>
    );
  return <RetryNotice error={error} extension={extension} onRetry={onRetry} />;
}
