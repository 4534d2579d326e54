import { styled } from '@linaria/react';

/** Aligns own messages right, others left beside their author. Phones use one column. */
export const BubbleRow = styled.div`
  display: grid;
  grid-template-columns: 2.25rem minmax(0, 34rem);
  gap: 0.75rem;
  align-items: start;
  > [data-author] {
    margin-top: 0.1rem;
    > * {
      width: 2.25rem;
      height: 2.25rem;
    }
  }
  &[data-own] {
    grid-template-columns: minmax(0, 31rem);
    justify-content: end;
  }
  @media (max-width: 767px) {
    > [data-author] {
      display: none;
    }
    grid-template-columns: minmax(0, 1fr);
    padding-right: 1.25rem;
    &[data-own] {
      grid-template-columns: minmax(0, 1fr);
      padding: 0 0 0 1.25rem;
    }
  }
  @media print {
    &,
    &[data-own] {
      display: block;
      padding: 0;
    }
    break-inside: avoid;
    > [data-author] {
      display: none;
    }
  }
`;
/** Card of a message. */
export const BubbleCard = styled.article`
  padding: 0.75rem 1rem 0.65rem;
  background: var(--sunken);
  border: 1px solid var(--border);
  border-radius: var(--r-xs) var(--r-lg) var(--r-lg) var(--r-lg);
  overflow-wrap: anywhere;
  [data-own] > & {
    background: var(--accent-tint);
    border-color: var(--accent-line);
    border-radius: var(--r-lg) var(--r-xs) var(--r-lg) var(--r-lg);
  }
  &[data-sealed] {
    background: var(--raised);
    border-color: var(--accent-edge);
    box-shadow: var(--shadow-2);
  }
  [data-own] > &[data-pending] {
    background: none;
    border: 1px dashed var(--border-strong);
  }
  &:focus-visible {
    outline-offset: 3px;
  }
  &[data-sought] {
    outline: 2px solid var(--star);
    outline-offset: 2px;
    animation: glow 5s ease-out;
  }
  @keyframes glow {
    from,
    70% {
      box-shadow: 0 0 0 0.5rem color-mix(in srgb, var(--star) 35%, transparent);
    }
    to {
      box-shadow: none;
    }
  }
  &[data-opened] > p {
    animation: unfold var(--dur-3) var(--ease-out);
  }
  @keyframes unfold {
    from {
      clip-path: inset(0 0 100%);
    }
    to {
      clip-path: inset(0);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    &[data-sought],
    &[data-opened] > p {
      animation: none;
    }
  }
  > header {
    display: flex;
    gap: 0.5rem;
    align-items: baseline;
    margin-bottom: 0.2rem;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > header > b {
    color: var(--text);
    font-weight: var(--fw-strong);
  }
  > header > time {
    margin-left: auto;
    white-space: nowrap;
  }
  > h3 {
    margin-bottom: 0.2rem;
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  &[data-sealed] > h3::before {
    content: '';
    display: inline-block;
    width: 0.6rem;
    height: 0.6rem;
    margin-right: 0.5rem;
    border-radius: 50%;
    background: var(--accent);
    @media (forced-colors: active) {
      background: CanvasText;
    }
  }
  > p {
    line-height: 1.48;
    white-space: pre-wrap;
  }
  &:lang(de) > :is(p, h3) {
    hyphens: auto;
  } /* because overlong words are mostly German; a message has no language */
  &[data-sealed] > p {
    color: var(--muted);
  }
  > [data-labels] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
    margin-top: 0.5rem;
    font-size: var(--text-xs);
  }
  > [data-labels] > li {
    padding: 0.1rem 0.5rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-full);
  }
  > footer {
    display: flex;
    flex-wrap: wrap;
    gap: 0.15rem 0.5rem;
    justify-content: space-between;
    align-items: center;
    margin-top: 0.45rem;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > footer > span {
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
  }
  > footer > button[aria-pressed],
  > footer > button[data-action] {
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
    min-height: 2rem;
    margin-left: -0.5rem;
    padding: 0.35rem 0.5rem;
    border: 0;
    border-radius: var(--r-sm);
    background: none;
    color: inherit;
    font-size: var(--text-xs);
  }
  > footer > button[aria-pressed] + button[data-action] {
    margin-right: auto;
  }
  > footer > button[aria-pressed]:hover,
  > footer > button[data-action]:hover {
    background: var(--surface);
    color: var(--text);
  }
  > footer > button[aria-pressed='true'] > svg {
    color: var(--star);
    stroke: var(--star-line);
    stroke-width: 10px;
  }
  > button,
  > footer > button:not([aria-pressed], [data-action]):first-child {
    margin-left: calc(-0.75rem - 1px);
  } /* aligns their labels with the text */
  @media print {
    &,
    [data-own] > &,
    &[data-sealed],
    [data-own] > &[data-pending] {
      padding: 0.5rem 0;
      background: none;
      border: 0;
      border-top: 1px solid var(--border);
      border-radius: 0;
      box-shadow: none;
      outline: none;
    }
    > footer > button[aria-pressed='false'],
    > footer > button[data-action] {
      display: none;
    }
  }
`;
