import { styled } from '@linaria/react';
import { useState } from 'react';

const Row = styled.span`
  display: inline-flex; align-items: center; gap: .7rem; color: var(--text); min-width: 0;
  img, [data-mark] { width: 2.75rem; height: 2.75rem; flex: none; border-radius: var(--r-sm); object-fit: contain; }
  [data-mark] {
    display: grid; place-items: center; background: var(--accent); color: var(--on-accent); box-shadow: inset 0 0 0 1px var(--accent-edge);
    font: 560 1.25rem/1 var(--font-serif); letter-spacing: -.03em;
  }
  b { font: 500 1.1875rem/1.1 var(--font-serif); letter-spacing: -.01em; overflow-wrap: anywhere; }
`;

const firstLetters = (name: string): string =>
  name.split(/\s+/).filter((word) => /^\p{L}/u.test(word)).slice(0, 2).map((word) => [...word][0]).join('').toUpperCase();

/** A provider's logo with its name; without a logo, or when it does not load, two letters stand in. */
export function Logo({ name, src }: { name: string; src: string | null }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const showsPicture = src !== null && src !== failedSrc;
  return (
    <Row>
      {showsPicture ? <img src={src} alt="" onError={() => setFailedSrc(src)} /> : <span data-mark aria-hidden>{firstLetters(name)}</span>}
      <b>{name}</b>
    </Row>
  );
}
