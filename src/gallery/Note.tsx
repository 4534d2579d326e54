import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { Button } from '#src/ui/Button.tsx';

const Box = styled.div`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--s-4);
  min-height: 100%;
  padding: var(--s-5);
  box-sizing: border-box;
  text-align: center;
  > span {
    display: grid;
    place-items: center;
    width: 6rem;
    height: 7.5rem;
    border: 1px solid oklch(1 0 0 / 0.22);
    border-radius: var(--r-md);
    background: var(--sunken);
    color: var(--muted);
    font-weight: var(--fw-strong);
    text-transform: uppercase;
  }
  > p {
    max-width: 30rem;
  }
`;

/** A sentence in the place of a file; with its type and a way to have it all the same. */
export function Note({
  extension,
  download,
  children,
}: {
  extension?: string;
  download?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box>
      {extension && <span aria-hidden>{extension.slice(0, 6)}</span>}
      <p>{children}</p>
      {download}
    </Box>
  );
}

/** Why a file is not shown: it cannot be drawn, or it has not come. */
export function FailureNote({
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
  const intl = useIntl();
  const isUndrawable = failedWith(error, 'notFound') || error instanceof Error; // there is none, or what has come is broken
  if (isUndrawable)
    return (
      <Note extension={extension} download={download}>
        <FormattedMessage id="gallery.noPreview" />
      </Note>
    );
  return (
    <Note
      extension={extension}
      download={
        <Button onClick={onRetry}>
          <FormattedMessage id="action.retry" />
        </Button>
      }
    >
      {toUserMessage(error, (id) => intl.formatMessage({ id }))}
    </Note>
  );
}
