import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ArrowLeft } from '#src/ui/icons.ts';

/** Page frame of the form pages. */
export const Frame = styled.main`
  display: grid;
  gap: var(--s-5);
  align-content: start;
  grid-template-columns: minmax(0, 1fr);
  max-width: 76rem;
  margin-inline: auto;
  padding: var(--s-2) var(--s-6) var(--s-8);
  > header {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-3) var(--s-5);
    align-items: end;
    justify-content: space-between;
  }
  > header > div {
    flex: 1 1 24rem;
    min-width: 0;
  }
  > header h1 + p {
    margin-top: var(--s-2);
    color: var(--muted);
    max-width: var(--measure);
  }
  > header label {
    display: grid;
    gap: 0.3rem;
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
  @media (max-width: 767px) {
    padding: var(--s-2) var(--gutter) var(--s-7);
  }
`;

const Way = styled.p`
  a {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-height: 2rem;
    font-size: var(--text-sm);
  }
`;

/** Link to the parent page. */
export const WayUp = ({ to, children }: { to: string; children: ReactNode }) => (
  <Way>
    <Link to={to}>
      <ArrowLeft size={18} aria-hidden />
      {children}
    </Link>
  </Way>
);
