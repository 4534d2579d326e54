import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { getPlayUrl } from '#src/api/files/fileViews.ts';
import type { ViewProps } from './FileStage.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { FileNotice } from './FileNotice.tsx';
import { useLoaded } from './useLoaded.ts';
import { useObjectUrl } from './useObjectUrl.ts';

const Film = styled.video`
  width: 100%;
  height: 100%;
  object-fit: contain;
  background: #000;
`;

const notAFilm = new Error('Not a video');

export function VideoView({ file, download }: ViewProps) {
  const local = useObjectUrl(file.local);
  const [result, retry] = useLoaded(file.id, async () =>
    file.local ? undefined : getPlayUrl(file.id, file.workflowKey),
  );
  const [isBroken, setIsBroken] = useState(false);
  const failure = isBroken ? notAFilm : result && 'error' in result ? result.error : undefined;
  if (failure !== undefined)
    return (
      <FailureNotice
        error={failure}
        extension={file.extension}
        download={download}
        onRetry={retry}
      />
    );
  const src = local ?? (result && 'value' in result ? result.value : undefined);
  if (src === undefined)
    return (
      <FileNotice>
        <FormattedMessage id="app.loading" />
      </FileNotice>
    );
  return (
    <Film
      controls
      playsInline
      preload="metadata"
      src={src}
      aria-label={file.name}
      onError={() => setIsBroken(true)}
    />
  );
}
