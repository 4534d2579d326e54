import { css } from '@linaria/core';
import { useEffect, useState, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { useToasts, type Toast } from '#src/ui/toast.ts';
import { formatToast } from './formatToast.ts';

/** After the start, so that it does not delay the first page. */
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

/** Loads the viewport ahead of the first toast, which may say that the device is offline. */
export function Toasts() {
  const intl = useIntl();
  const list = useToasts();
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
  // Shows plain text, because the viewport could not be loaded.
  if (viewport === 'failed')
    return (
      <div role="alert" className={plain}>
        {list.map(({ id, text }) => (
          <p key={id}>{formatToast(intl, text)}</p>
        ))}
      </div>
    );
  const Ready = viewport;
  return <Ready list={list} />;
}
