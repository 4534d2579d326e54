import { css } from '@linaria/core';
import { useEffect, useState, type ComponentType } from 'react';
import { useSelector } from 'react-redux';
import type { Toast } from './slice.ts';

/** Long enough after the start to be in nobody's way. */
const fetchAheadMs = 2_000;

const plain = css`
  position: fixed;
  inset: auto 0 0;
  z-index: var(--z-toast);
  display: grid;
  gap: var(--s-2);
  padding: var(--s-4) var(--gutter);
  background: var(--raised);
  border-top: 1px solid var(--border);
`;

type Viewport = ComponentType<{ list: readonly Toast[] }>;

/** Nothing until the first message. Its code is fetched ahead: the first message may be that the net is gone. */
export function Toasts() {
  const list = useSelector(({ toasts }: { toasts: Toast[] }) => toasts);
  const [viewport, setViewport] = useState<Viewport | 'failed'>();
  const isWanted = list.length > 0;

  useEffect(() => {
    const load = () =>
      void import('./ToastViewport.tsx').then(
        ({ ToastViewport }) => setViewport(() => ToastViewport),
        () => setViewport('failed'),
      );
    const timer = setTimeout(load, isWanted ? 0 : fetchAheadMs);
    return () => clearTimeout(timer);
  }, [isWanted]);

  if (!isWanted || !viewport) return null;
  // Without its code a message is plain, but it is said.
  if (viewport === 'failed')
    return (
      <div role="alert" className={plain}>
        {list.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    );
  const Ready = viewport;
  return <Ready list={list} />;
}
