import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ViewProps } from './FileStage.tsx';
import { loadBytes } from './galleryFile.ts';
import { FailureNotice } from './FailureNotice.tsx';
import { FileNotice } from './FileNotice.tsx';
import { useLoaded } from './useLoaded.ts';
import { useObjectUrl } from './useObjectUrl.ts';

const Box = styled.div<{ $factor: number }>`
  width: ${({ $factor }) => `${$factor * 100}%`};
  height: ${({ $factor }) => `${$factor * 100}%`};
  > img {
    width: 100%;
    height: 100%;
    object-fit: scale-down;
    user-select: none;
    -webkit-user-drag: none;
  }
  &[data-bigger] > img {
    object-fit: contain;
    cursor: grab;
  }
`;

const notAPicture = new Error('Not a picture');

export function PictureView({ file, zoom, download }: ViewProps) {
  const [result, retry] = useLoaded(file.id, () => loadBytes(file, 'preview'));
  const url = useObjectUrl(result && 'value' in result ? result.value : undefined);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken)
    return (
      <FailureNotice
        error={notAPicture}
        extension={file.extension}
        download={download}
        onRetry={retry}
      />
    );
  if (result && 'error' in result)
    return (
      <FailureNotice
        error={result.error}
        extension={file.extension}
        download={download}
        onRetry={retry}
      />
    );
  if (!url)
    return (
      <FileNotice>
        <FormattedMessage id="app.loading" />
      </FileNotice>
    );
  return (
    <Box $factor={zoom.factor} data-bigger={zoom.factor > 1 ? '' : undefined}>
      <img src={url} alt={file.name} draggable={false} onError={() => setIsBroken(true)} />
    </Box>
  );
}
