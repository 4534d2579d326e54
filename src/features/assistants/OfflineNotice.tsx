import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { useIsOffline } from '#src/lib/useIsOffline.ts';
import { CloudSlash } from '#src/ui/icons.ts';

const Place = styled.div`
  position: sticky; bottom: calc(var(--consent-height, 0px) + var(--s-3)); z-index: 1; pointer-events: none;
  p {
    display: flex; gap: .5rem; align-items: center; width: fit-content; max-width: 100%; margin: var(--s-5) auto 0; padding: .45rem .9rem;
    border: 1px solid var(--border); border-radius: var(--r-md); background: var(--raised); box-shadow: var(--shadow-2); color: var(--muted); font-size: var(--text-sm);
  }
`;

/** Says quietly that the net is gone, and that this costs nothing of what is typed. */
export function OfflineNotice({ isKept }: { isKept: boolean }) {
  const isOffline = useIsOffline();
  return <Place role="status">{isOffline && <p><CloudSlash size={18} aria-hidden /><FormattedMessage id={isKept ? 'form.offline' : 'form.offlineNotKept'} /></p>}</Place>;
}
