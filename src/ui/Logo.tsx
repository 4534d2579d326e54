import { css } from '@linaria/core';
import { styled } from '@linaria/react';
import { useState, type ReactNode } from 'react';

const mark = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 2.75rem;
  height: 2.75rem;
  border-radius: var(--r-sm);
  background: var(--accent);
  color: var(--on-accent);
  box-shadow: inset 0 0 0 1px var(--accent-edge);
  font: 560 1.25rem/1 var(--font-serif);
  letter-spacing: -0.03em;
`;

const picture = css`
  width: auto;
  min-width: 2.75rem;
  max-width: 6.5rem;
  height: 2.75rem;
  flex: none;
  border-radius: var(--r-sm);
  object-fit: contain;
`;

const Row = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.7rem;
  color: var(--text);
  min-width: 0;
  > span:last-child {
    min-width: 0;
  }
  b {
    font: 500 1.1875rem/1.1 var(--font-serif);
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    margin-top: 0.15rem;
    color: var(--muted);
    font-size: var(--text-sm);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
`;

/** A picture; letters without one, or if it fails to load. */
export function Mark({ src, letters }: { src: string | null; letters: string }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (src === null || src === failedSrc)
    return (
      <span className={mark} data-mark aria-hidden>
        {letters}
      </span>
    );
  return (
    <img
      className={picture}
      src={src}
      alt=""
      fetchPriority="low" // after what can be filled in
      onError={() => setFailedSrc(src)}
    />
  );
}

type LogoProps = {
  name: string;
  src: string | null;
  /** Shown without a picture. */
  letters: string;
  /** A smaller line below the name. */
  children?: ReactNode;
};

export function Logo({ name, src, letters, children }: LogoProps) {
  return (
    <Row>
      <Mark src={src} letters={letters} />
      <span>
        <b>{name}</b>
        {children && <small>{children}</small>}
      </span>
    </Row>
  );
}
