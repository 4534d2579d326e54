import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { decodeText } from './decodeText.ts';
import type { ViewProps } from './FileStage.tsx';
import { loadBytes } from './galleryFile.ts';
import { FailureNotice } from './FailureNotice.tsx';
import { FileNotice } from './FileNotice.tsx';
import { useLoaded } from './useLoaded.ts';

const Paper = styled.div<{ $factor: number }>`
  color-scheme: light;
  max-width: 56rem;
  min-height: 100%;
  margin: 0 auto;
  padding: var(--s-6);
  box-sizing: border-box;
  background: #fff;
  color: #23282d;
  font-size: ${({ $factor }) => `${$factor}rem`};
  > pre {
    margin: 0;
    font: inherit;
    line-height: 1.5;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  > p {
    margin-top: var(--s-5);
    padding-top: var(--s-3);
    border-top: 1px solid #d5d9dd;
  }
`;

export function TextView({ file, zoom, download }: ViewProps) {
  const [result, retry] = useLoaded(file.id, async () =>
    decodeText(await (await loadBytes(file, 'whole')).arrayBuffer()),
  );
  if (!result)
    return (
      <FileNotice>
        <FormattedMessage id="app.loading" />
      </FileNotice>
    );
  if ('error' in result)
    return (
      <FailureNotice
        error={result.error}
        extension={file.extension}
        download={download}
        onRetry={retry}
      />
    );
  return (
    <Paper $factor={zoom.factor}>
      <pre>{result.value.text}</pre>
      {result.value.isCut && (
        <p>
          <FormattedMessage id="gallery.textCut" />
        </p>
      )}
    </Paper>
  );
}
