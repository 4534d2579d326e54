import { styled } from '@linaria/react';

/** Navigation rail at the left; a bottom bar on phones. */
export const Navigation = styled.nav`
  position: sticky;
  top: 0;
  z-index: var(--z-nav);
  display: flex;
  flex-direction: column;
  gap: var(--s-1);
  height: 100dvh;
  padding: var(--s-4) 0.3rem;
  padding-bottom: calc(var(--s-4) + var(--consent-height, 0px));
  > [data-mark] {
    display: grid;
    place-items: center;
    margin-bottom: var(--s-5);
  }
  a,
  button {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    gap: 0.2rem;
    padding: 0.6rem 0.2rem;
    border: 0;
    border-radius: var(--r-md);
    background: none;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-medium);
    line-height: 1.2;
    text-decoration: none;
  }
  a:hover,
  button:hover {
    background: var(--accent-tint);
    color: var(--text);
  }
  [data-label] {
    max-width: 100%;
    overflow-wrap: anywhere;
    hyphens: auto;
    text-align: center;
  }
  > [data-menu] {
    display: none;
  }
  > i {
    display: grid;
    justify-items: center;
    gap: 0.2rem;
    padding: 0.6rem 0.2rem;
    font-size: var(--text-xs);
    line-height: 1.2;
  }
  > i::before,
  > i::after,
  > [data-mark] > i {
    content: '';
    width: 24px;
    height: 24px;
    border-radius: var(--r-sm);
    background: var(--border) padding-box;
  }
  > i::after {
    width: 3rem;
    height: 1.2em;
    border-block: 0.25em solid transparent;
    border-radius: 0.4em;
  }
  > [data-mark] > i {
    width: 2.75rem;
    height: 2.75rem;
  } /* placeholders (ShellSkeleton.tsx) */
  a > [role='img'] {
    position: absolute;
    top: 0.2rem;
    left: calc(50% + 0.35rem);
  }
  a[aria-current] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  > [data-push] {
    margin-top: auto;
  }
  > [role='group'] {
    align-self: center;
    margin-top: var(--s-2);
  }
  > [role='group'] > button {
    align-content: center;
    min-width: 2.5rem;
    padding: 0.3rem;
    border-radius: 0;
    font-size: var(--text-sm);
  }
  > [data-avatar] {
    display: grid;
    justify-items: center;
    margin-top: var(--s-2);
  }
  > [data-legal] {
    margin-top: var(--s-2);
    padding: 0.3rem 0.1rem;
    font-weight: var(--fw-text);
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  @media (max-width: 767px) {
    position: fixed;
    inset: auto 0 var(--consent-height, 0px);
    flex-direction: row;
    gap: 0;
    height: auto;
    padding: 0 0 env(safe-area-inset-bottom);
    background: var(--surface);
    border-top: 1px solid var(--border);
    > [data-mark],
    > [role='group'],
    > [data-avatar],
    > [data-legal],
    > [data-push],
    > [data-wide] {
      display: none;
    } /* they are in the menu */
    > [data-menu] {
      display: grid;
    }
    a,
    button,
    > i {
      flex: 1 1 0;
      align-content: start;
      gap: 0.1rem;
      min-width: 0;
      min-height: var(--target-min);
      padding: 0.5rem 0.1rem 0.45rem;
      border-radius: 0;
    }
    a[aria-current] {
      background: none;
    }
    button[aria-current] {
      color: var(--accent-text);
      font-weight: var(--fw-strong);
    }
    [aria-current]::before {
      content: '';
      position: absolute;
      top: 0;
      width: 2.5rem;
      height: 3px;
      border-radius: 0 0 3px 3px;
      background: var(--accent-edge);
    }
  }
  @media print {
    display: none;
  }
`;
