import { styled } from '@linaria/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { FileThumbnail } from './FileThumbnail.tsx';
import type { GalleryFile } from './galleryFile.ts';

const sidePx = 68;
const gapPx = 10;

const Strip = styled.nav`
  grid-row: 4;
  overflow: auto hidden;
  padding: 0.9rem 1.5rem 1.1rem;
  scrollbar-width: thin;
  > ul {
    position: relative;
    height: 4.25rem;
    margin: 0 auto;
  }
  li {
    position: absolute;
    top: 0;
    left: 0;
    width: 4.25rem;
    height: 4.25rem;
  }
  button {
    display: grid;
    width: 100%;
    height: 100%;
    padding: 0;
    border: 1px solid oklch(1 0 0 / 0.22);
    border-radius: 5px;
    background: var(--sunken);
    overflow: hidden;
  }
  button > span {
    height: 100%;
    background: none;
    color: var(--muted);
  }
  button[aria-current] {
    outline: 3px solid #fff;
    outline-offset: 2px;
  }
  button:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
  @media (max-width: 767px) {
    padding-inline: 0.75rem;
  }
`;

const behaviorNow = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

/** Moves a focus inside the strip to the current file. */
function useFocusOnCurrent(strip: RefObject<HTMLElement | null>, at: number): void {
  useLayoutEffect(() => {
    if (strip.current?.contains(document.activeElement))
      strip.current.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [strip, at]);
}

type ThumbnailStripProps = {
  files: readonly GalleryFile[];
  at: number;
  onSelect: (id: string) => void;
};

/**
 * A row of thumbnails. Only visible ones are rendered, so that 500 files scroll as fast as five.
 */
export function ThumbnailStrip({ files, at, onSelect }: ThumbnailStripProps) {
  const intl = useIntl();
  const strip = useRef<HTMLElement>(null);
  const hasMoved = useRef(false);
  const row = useVirtualizer({
    horizontal: true,
    count: files.length,
    getScrollElement: () => strip.current,
    estimateSize: () => sidePx,
    gap: gapPx,
    overscan: 4,
    getItemKey: (index) => files[index]?.id ?? index,
  });
  useLayoutEffect(() => {
    if (at < 0) return;
    row.scrollToIndex(at, { align: 'center', behavior: hasMoved.current ? behaviorNow() : 'auto' });
    hasMoved.current = true;
    // oxlint-disable-next-line react/exhaustive-deps -- scrolls only to another file
  }, [at, files.length > 0]);
  useFocusOnCurrent(strip, at);

  const getPosition = (index: number): string =>
    intl.formatMessage({ id: 'gallery.position' }, { number: index + 1, count: files.length });
  return (
    <Strip ref={strip} aria-label={intl.formatMessage({ id: 'gallery.all' })}>
      <ul style={{ width: row.getTotalSize() }}>
        {row.getVirtualItems().map(({ index, key, start }) => {
          const file = files[index];
          if (!file) return null;
          return (
            <li
              key={key}
              aria-setsize={files.length}
              aria-posinset={index + 1}
              style={{ transform: `translateX(${start}px)` }}
            >
              <button
                type="button"
                title={file.name}
                tabIndex={index === at ? 0 : -1}
                aria-current={index === at ? 'true' : undefined}
                aria-label={`${getPosition(index)}: ${file.name}`}
                onClick={() => onSelect(file.id)}
              >
                <FileThumbnail file={file} isWanted={!row.isScrolling} />
              </button>
            </li>
          );
        })}
      </ul>
    </Strip>
  );
}
