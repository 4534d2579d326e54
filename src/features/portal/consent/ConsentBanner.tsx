import { styled } from '@linaria/react';
import { useCallback } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getServerNow } from '#src/device/serverClock.ts';
import { writeStored } from '#src/device/storage.ts';
import { useStored } from '#src/device/useStored.ts';
import { Button } from '#src/ui/Button.tsx';

const Banner = styled.section`
  position: fixed;
  inset: auto 0 0;
  z-index: var(--z-consent);
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3) var(--s-5);
  align-items: center;
  min-height: var(--consent-min-height);
  padding: var(--s-3) var(--gutter);
  background: var(--raised);
  border-top: 1px solid var(--border);
  box-shadow: var(--shadow-2);
  font-size: var(--text-sm);
  > div {
    flex: 1 1 20rem;
  }
  @media (max-width: 639px) {
    > div {
      flex-basis: 9.5rem;
    }
    column-gap: var(--s-2);
    padding-block: var(--s-2);
  } /* keeps the button beside the text, so that the banner covers less */
  details {
    margin-top: var(--s-1);
  }
  summary {
    display: inline-block;
    padding: 0.2rem 0;
    color: var(--accent-text);
    text-decoration: underline;
    cursor: pointer;
  }
  ul {
    padding-left: 1.2rem;
    list-style: disc;
  }
  @media print {
    display: none;
  }
  /* Without scripts nothing is stored, and the button cannot close it. */
  @media (scripting: none) {
    display: none;
  }
`;

/** Data that the browser stores (docs/behaviour/portal.md#storage-and-offline). */
const stored = [
  'consent.stores.look',
  'consent.stores.login',
  'consent.stores.drafts',
  'consent.stores.messages',
  'consent.stores.files',
] as const;

/**
 * Publishes the height of a banner that is larger than the space reserved in `src/ui/base.css`, so
 * that it covers no focused element.
 */
function useReservedHeight() {
  return useCallback((banner: HTMLElement | null) => {
    if (!banner) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = banner;
      if (offsetHeight > Math.ceil(parseFloat(getComputedStyle(banner).minHeight)))
        style.setProperty('--consent-height', `${offsetHeight}px`);
      else style.removeProperty('--consent-height');
    });
    observer.observe(banner);
    return () => {
      observer.disconnect();
      style.removeProperty('--consent-height');
    };
  }, []);
}

/** Informs once about storage on the device. Only necessary data is stored, so it asks nothing. */
export function ConsentBanner() {
  const intl = useIntl();
  const reserveHeight = useReservedHeight();
  if (useStored('consentAcceptedAt') !== undefined) return null;

  function handleAccept() {
    writeStored('consentAcceptedAt', new Date(getServerNow()).toISOString());
    document.documentElement.dataset['isInformed'] = ''; // ends the height reserved for the banner
    // the button was removed, so the focus starts at the page
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  return (
    <Banner
      ref={reserveHeight}
      data-consent
      aria-label={intl.formatMessage({ id: 'consent.title' })}
    >
      <div>
        <p>
          <FormattedMessage id="consent.text" />
        </p>
        <details>
          <summary>
            <FormattedMessage id="consent.more" />
          </summary>
          <ul>
            {stored.map((id) => (
              <li key={id}>
                <FormattedMessage id={id} />
              </li>
            ))}
          </ul>
        </details>
      </div>
      <Button onClick={handleAccept}>
        <FormattedMessage id="consent.accept" />
      </Button>
    </Banner>
  );
}
