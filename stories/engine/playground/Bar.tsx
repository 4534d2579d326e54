import { styled } from '@linaria/react';

/** A row of controls above a pane. */
export const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  padding: 0.5rem var(--s-4);
  background: var(--surface);
  border-bottom: 1px solid var(--border);
  h1 {
    font-size: var(--text-xl);
    margin-right: auto;
  }
  h2 {
    font-family: var(--font-sans);
    font-size: var(--text-md);
    font-weight: var(--fw-strong);
    letter-spacing: 0;
    margin-right: auto;
  }
  label {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    color: var(--muted);
  }
  select {
    min-height: var(--control-sm);
    max-width: 60vw;
    padding: 0 0.5rem;
    background: var(--field);
    border: 1px solid var(--border-strong);
    border-radius: var(--r-sm);
    color: var(--text);
  }
`;
