import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { forgetFailures } from '#src/loading/outcomes.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';

export function ErrorText({ error }: { error: unknown }) {
  const errorText = useErrorText();
  return <WrappedText>{errorText(error)}</WrappedText>;
}

/** An error with a retry button. */
export function Failure({ error, retry }: { error: unknown; retry: () => unknown }) {
  const tryAgain = () => {
    forgetFailures();
    void retry();
  };
  return (
    <Note tone="danger" role="alert">
      <p>
        <ErrorText error={error} />
      </p>
      <Button variant="ghost" onClick={tryAgain}>
        <FormattedMessage id="action.retry" />
      </Button>
    </Note>
  );
}

/** Says that content is loading, in the height of that content, so that nothing below it moves. */
export const Loading = ({ height }: { height?: string }) => (
  <p role="status" data-loading style={height === undefined ? undefined : { minHeight: height }}>
    <FormattedMessage id="app.loading" />
  </p>
);

type Paged = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error?: unknown;
  fetchNextPage: () => unknown;
};

/** Loads the next page of a list, or shows why that failed. */
export const MoreButton = ({
  of: { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage },
  children,
}: {
  of: Paged;
  children: ReactNode;
}) =>
  hasNextPage && (
    <>
      {isFetchNextPageError && (
        <Note tone="danger" role="alert">
          <p>
            <ErrorText error={error} />
          </p>
        </Note>
      )}
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    </>
  );
