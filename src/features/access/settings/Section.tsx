import { css } from '@linaria/core';
import type { ReactNode, RefObject } from 'react';

/** Settings section: title and explanation left, controls right. */
export const sectionClass = css`
  --form-lead: 0;
  padding: var(--s-6) 0;
  &:not(:last-child) {
    border-bottom: 1px solid var(--border);
  }
  &,
  > form {
    display: grid;
    grid-template-columns: minmax(0, 15rem) minmax(0, 30rem);
    column-gap: var(--s-8);
    align-items: start;
  }
  > form {
    grid-column: 1 / -1;
  }
  > *:not(form),
  > form > * {
    grid-column: 2;
  }
  > header,
  > form > header {
    grid-column: 1;
    grid-row: 1 / span 8;
    margin: 0;
  }
  > header h2,
  > form > header h2 {
    font-family: inherit;
    font-size: var(--text-md);
    font-weight: var(--fw-strong);
    line-height: 1.4;
    letter-spacing: 0;
  }
  > header h2:focus,
  > form > header h2:focus {
    outline: none;
  }
  > header p,
  > form > header p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  @media (max-width: 1279px) {
    &,
    > form {
      grid-template-columns: minmax(0, 1fr);
    }
    > *:not(form),
    > form > *,
    > header,
    > form > header {
      grid-column: 1;
      grid-row: auto;
    }
    > header,
    > form > header {
      margin-bottom: var(--s-4);
    }
  }
`;

/** Hides the label visually when the section's heading already asks the question. */
export const askedByHeader = css`
  [data-element] > legend,
  [data-element] > label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    > * {
      display: none;
    }
  }
`;

type SectionHeaderProps = {
  title: ReactNode;
  children?: ReactNode;
  /** Takes the focus after a change (`useHeadingFocus`). */
  heading?: RefObject<HTMLHeadingElement | null>;
};

/** Head of a section: its title and what it is about. */
export const SectionHeader = ({ title, children, heading }: SectionHeaderProps) => (
  <header>
    <h2 ref={heading} tabIndex={heading && -1}>
      {title}
    </h2>
    {children && <p>{children}</p>}
  </header>
);
