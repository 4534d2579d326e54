import { styled } from '@linaria/react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { getViewKind } from '#schemas/files/files.rules.ts';
import type { GalleryFile } from './galleryFile.ts';
import { RetryNotice } from './FailureNotice.tsx';
import { FileNotice } from './FileNotice.tsx';
import { PdfView } from './PdfView.tsx';
import { PictureView } from './PictureView.tsx';
import { TextView } from './TextView.tsx';
import { usePointers } from './usePointers.ts';
import type { Zoom } from './useZoom.ts';
import { VideoView } from './VideoView.tsx';

const Frame = styled.div`
  grid-column: 2;
  container-type: size;
  width: 100%;
  height: 100%;
  min-height: 0;
  overflow: auto;
  overscroll-behavior: contain;
  touch-action: pan-y;
  scrollbar-width: thin;
  &[data-movable] {
    touch-action: pan-x pan-y;
  }
  &:focus-visible {
    outline: 3px solid #fff;
    outline-offset: -3px;
    border-radius: var(--r-sm);
  }
  &[data-first] {
    outline: none;
  }
  @media (max-width: 767px) {
    grid-column: 1;
  }
`;

export type ViewProps = {
  file: GalleryFile;
  zoom: Zoom;
  /** shown instead of the file */ download: ReactNode;
};

function FileView(props: ViewProps) {
  switch (getViewKind(props.file.extension)) {
    case 'picture':
      return <PictureView {...props} />;
    case 'pdf':
      return <PdfView {...props} />;
    case 'text':
      return <TextView {...props} />;
    case 'video':
      return <VideoView {...props} />;
    case undefined:
      return (
        <FileNotice extension={props.file.extension} download={props.download}>
          <FormattedMessage id="gallery.noPreview" />
        </FileNotice>
      );
  }
}

/** Keeps the centre of the file in place when the zoom changes. */
function useMiddle(factor: number, fileId: string | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef({ factor, fileId });
  useLayoutEffect(() => {
    const element = place.current;
    const { factor: before, fileId: shown } = last.current;
    last.current = { factor, fileId };
    if (!element) return;
    if (shown !== fileId) {
      element.scrollTo(0, 0);
      return;
    }
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = element;
    const moved = (start: number, size: number) =>
      ((start + size / 2) * factor) / before - size / 2;
    if (before !== factor) element.scrollTo(moved(scrollLeft, width), moved(scrollTop, height));
  }, [factor, fileId]);
  return place;
}

/** A list of files that did not load. */
export type ListFailure = { error: unknown; retry: () => void };

type MissingProps = { isLoading: boolean; failure: ListFailure | undefined };

function MissingFile({ isLoading, failure }: MissingProps) {
  if (failure) return <RetryNotice error={failure.error} onRetry={failure.retry} />;
  return (
    <FileNotice>
      <FormattedMessage id={isLoading ? 'app.loading' : 'gallery.gone'} />
    </FileNotice>
  );
}

/** Shows a file, or why it cannot be shown. */
export function FileStage({
  file,
  isLoading,
  failure,
  zoom,
  onSwipe,
  download,
}: Omit<ViewProps, 'file'> &
  MissingProps & {
    file: GalleryFile | undefined;
    onSwipe: (steps: 1 | -1) => void;
  }) {
  const place = useMiddle(zoom.factor, file?.id);
  const pointers = usePointers(zoom, onSwipe);
  // on opening: a focus ring around the file would be a distraction
  const [isFirst, setIsFirst] = useState(true);
  return (
    <Frame
      ref={place}
      tabIndex={0}
      role="group"
      aria-label={file?.name}
      data-stage
      data-first={isFirst ? '' : undefined}
      onBlur={() => setIsFirst(false)}
      data-movable={zoom.factor > 1 ? '' : undefined}
      {...pointers}
      onDoubleClick={() => {
        if (zoom.isOffered(file)) zoom.set(zoom.factor > 1 ? 1 : 2);
      }}
    >
      {file ? (
        <FileView key={file.id} file={file} zoom={zoom} download={download} />
      ) : (
        <MissingFile isLoading={isLoading} failure={failure} />
      )}
    </Frame>
  );
}
