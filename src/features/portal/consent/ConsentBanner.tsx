import { styled } from '@linaria/react';
import { useCallback } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
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
  @media print {
    display: none;
  }
`;

/** Publishes the banner's height as a CSS variable, so that it covers no focused element. */
function useReservedHeight() {
  return useCallback((banner: HTMLElement | null) => {
    if (!banner) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--consent-height', `${banner.offsetHeight}px`),
    );
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
    writeStored('consentAcceptedAt', new Date().toISOString());
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
          <p>
            <FormattedMessage id="consent.details" />
          </p>
        </details>
      </div>
      <Button onClick={handleAccept}>
        <FormattedMessage id="consent.accept" />
      </Button>
    </Banner>
  );
}
