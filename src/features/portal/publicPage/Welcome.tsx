import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AccountPublicInfo, Assistant } from '#schemas/accounts/accounts.ts';
import { getShownHeadline, truncateWelcome } from '#schemas/accounts/looks.rules.ts';
import { useMediaQuery } from '#src/ui/useMediaQuery.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowUpRight } from '#src/ui/portalIcons.ts';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { FileDrawing } from './FileDrawing.tsx';
import { wrapClass } from './parts.ts';

const Hero = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr);
  gap: var(--s-9);
  align-items: center;
  padding-block: var(--s-8) var(--s-10);
  > div {
    display: grid;
    gap: var(--s-6);
    justify-items: start;
  }
  h1 {
    font-size: var(--text-4xl);
    font-weight: 460;
    line-height: 1.04;
    letter-spacing: -0.022em;
  }
  p {
    max-width: 36em;
    color: var(--muted);
    font-size: 1.1875rem;
    line-height: 1.55;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  [data-actions] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-3) var(--s-5);
    margin-top: var(--s-2);
  }
  [data-actions] > a[href^='tel:'] {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-height: var(--target-min);
    font-weight: var(--fw-strong);
    text-decoration: none;
    font-variant-numeric: tabular-nums lining-nums;
  }
  [data-actions] > a[href^='tel:']:hover {
    text-decoration: underline;
  }
  [data-actions] > a[target] {
    min-height: 3.5rem;
    padding-inline: 1.75rem;
    background: var(--accent);
    color: var(--on-accent);
    border-color: var(--accent-edge);
    font-size: 1.125rem;
  }
  [data-actions] > a[target]:hover {
    background: var(--accent-hover);
  }
  @media (max-width: 639px) {
    [data-actions] > a[target] {
      width: 100%;
    }
  }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 767px) {
    padding-block: var(--s-5) var(--s-8);
    gap: var(--s-6);
    [data-actions] {
      width: 100%;
    }
  }
`;

/** Welcome text and main service. Phones truncate a long text. */
function WelcomeText({ text }: { text: string }) {
  const isPhone = useMediaQuery('(max-width: 639px)');
  const [isWhole, setWhole] = useState(false);
  const beginning = isPhone ? truncateWelcome(text) : undefined;
  return (
    <>
      <p id="landing-text">{isWhole ? text : (beginning ?? text)}</p>
      {beginning !== undefined && (
        <Button
          variant="ghost"
          aria-expanded={isWhole}
          aria-controls="landing-text"
          onClick={() => setWhole(!isWhole)}
        >
          <FormattedMessage id={isWhole ? 'landing.less' : 'landing.more'} />
        </Button>
      )}
    </>
  );
}

export function Welcome({
  account: { accountName, welcomeHeadline, welcomeText, contact },
  main,
}: {
  account: AccountPublicInfo;
  main: Assistant | undefined;
}) {
  const intl = useIntl();
  const headline = getShownHeadline(welcomeHeadline);
  const address = main && parseWebAddress(main.url);
  return (
    <Hero id="top" className={wrapClass}>
      <div>
        <h1 tabIndex={-1} className={headline === undefined ? visuallyHidden : undefined}>
          {headline ?? accountName}
        </h1>
        {welcomeText.trim() !== '' && <WelcomeText text={welcomeText.trim()} />}
        <div data-actions>
          {address && (
            <a
              className={buttonClass}
              href={address.href}
              target="_blank"
              rel="noopener noreferrer"
            >
              <WrappedText>{main.name}</WrappedText>
              <ArrowUpRight size={20} aria-hidden />
              <span className={visuallyHidden}>{intl.formatMessage({ id: 'landing.newTab' })}</span>
            </a>
          )}
          {contact.contact && <PhoneLink phone={contact.contact} />}
        </div>
      </div>
      <FileDrawing />
    </Hero>
  );
}
