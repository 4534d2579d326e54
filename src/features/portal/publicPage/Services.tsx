import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import type { Assistant } from '#schemas/accounts/accounts.ts';
import { getFirstTwoLetters } from '#schemas/accounts/looks.rules.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowUpRight } from '#src/ui/portalIcons.ts';
import { Mark } from '#src/ui/Logo.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { servicesId, wrapClass } from './parts.ts';

const Section = styled.section`
  padding-block: var(--s-9) var(--s-10);
  background: var(--surface);
  border-top: 1px solid var(--border);
  h2 {
    font-size: var(--text-3xl);
  }
  h3,
  p {
    overflow-wrap: anywhere;
    hyphens: auto;
  }
`;

const Main = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s-7);
  align-items: center;
  margin-top: var(--s-6);
  padding: var(--s-7);
  background: var(--accent);
  color: var(--on-accent);
  border: 1px solid var(--accent-edge);
  border-radius: var(--r-lg);
  > div {
    display: grid;
    gap: 0.6rem;
  }
  h3 {
    font-size: 1.875rem;
  }
  p {
    max-width: 72ch;
  }
  > a {
    background: var(--on-accent);
    color: var(--accent);
    border-color: var(--on-accent);
  }
  > a:hover {
    background: var(--on-accent);
    text-decoration: underline;
  }
  :focus-visible {
    outline-color: var(--on-accent);
  }
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s-5);
    padding: var(--s-5);
  }
`;

const Others = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: 1px;
  margin-top: var(--s-4);
  overflow: hidden;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  li {
    box-shadow: 0 0 0 1px var(--border);
    display: flex;
    flex-direction: column;
    align-items: start;
    gap: var(--s-3);
    padding: var(--s-6);
    background: var(--surface);
  }
  h3 {
    font-size: 1.3125rem;
  }
  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  a {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-height: 1.75rem;
    margin-top: auto;
    font-weight: var(--fw-strong);
  }
`;

/** Opens the form in a new tab. Its accessible name includes the form's title. */
function FormLink({
  assistant: { name, url },
  className,
}: {
  assistant: Assistant;
  className?: string;
}) {
  const address = parseWebAddress(url);
  if (!address) return null;
  return (
    <a className={className} href={address.href} target="_blank" rel="noopener noreferrer">
      <FormattedMessage id="landing.toForm" />
      <ArrowUpRight size={20} aria-hidden />
      <span className={visuallyHidden}>
        <WrappedText>{name}</WrappedText> <FormattedMessage id="landing.newTab" />
      </span>
    </a>
  );
}

/** Online services of the provider; the main one is larger. */
export function Services({ main, others }: { main: Assistant; others: readonly Assistant[] }) {
  return (
    <Section id={servicesId} aria-labelledby="landing-services">
      <div className={wrapClass}>
        <h2 id="landing-services">
          <FormattedMessage id="landing.ourServices" />
        </h2>
        <Main>
          <div>
            <h3>{main.name}</h3>
            {main.description && <p>{main.description}</p>}
          </div>
          <FormLink assistant={main} className={buttonClass} />
        </Main>
        {others.length > 0 && (
          <Others>
            {others.map((assistant) => (
              <li key={assistant.id}>
                <Mark src={assistant.headerLogoUrl} letters={getFirstTwoLetters(assistant.name)} />
                <h3>{assistant.name}</h3>
                {assistant.description && <p>{assistant.description}</p>}
                <FormLink assistant={assistant} />
              </li>
            ))}
          </Others>
        )}
      </div>
    </Section>
  );
}
