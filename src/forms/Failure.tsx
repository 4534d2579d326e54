import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toUserMessage } from '#src/api/errors.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

/** A failed call as a sentence. */
export function ErrorText({ error }: { error: unknown }): string {
  const intl = useIntl();
  return toUserMessage(error, (id) => intl.formatMessage({ id }));
}

/** Why nothing can be shown, and a way to try again. */
export const Failure = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <Note tone="danger" role="alert">
    <p>
      <ErrorText error={error} />
    </p>
    <Button variant="ghost" onClick={() => void retry()}>
      <FormattedMessage id="action.retry" />
    </Button>
  </Note>
);

export const Loading = () => (
  <p role="status">
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

/** Loads the next page of a list, where there is one, and says why it did not come. */
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
