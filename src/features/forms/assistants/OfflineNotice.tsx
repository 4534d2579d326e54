import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { useIsOffline } from '#src/device/useIsOffline.ts';
import { CloudSlash } from '#src/ui/icons.ts';

const Notice = styled.div`
  color: var(--muted);
  p {
    display: flex;
    gap: 0.5rem;
    align-items: center;
  }
  @media (max-width: 1023px) {
    font-size: var(--text-xs);
    p {
      margin-top: 0.4rem;
    }
  }
  @media (min-width: 1024px) {
    position: fixed;
    inset-inline: var(--gutter);
    bottom: calc(var(--consent-height, 0px) + var(--s-3));
    z-index: 1;
    pointer-events: none;
    p {
      width: fit-content;
      margin-inline: auto;
      padding: 0.45rem 0.9rem;
      border: 1px solid var(--border);
      border-radius: var(--r-md);
      background: var(--raised);
      box-shadow: var(--shadow-2);
    }
  }
`;

/** Offline notice: typed answers are safe. At the top on phones, where it covers nothing. */
export function OfflineNotice({ isKept }: { isKept: boolean }) {
  const isOffline = useIsOffline();
  return (
    <Notice role="status">
      {isOffline && (
        <p>
          <CloudSlash size={18} aria-hidden />
          <FormattedMessage id={isKept ? 'form.offline' : 'form.offlineNotKept'} />
        </p>
      )}
    </Notice>
  );
}
