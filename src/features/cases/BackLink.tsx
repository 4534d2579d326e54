import { css } from '@linaria/core';
import { Link } from 'react-router-dom';
import { CaretLeft } from '#src/ui/icons.ts';

const phoneOnly = css`
  display: none;
  @media (max-width: 767px) {
    display: grid;
    place-items: center;
    flex: none;
    width: var(--target-min);
    height: var(--target-min);
    border-radius: var(--r-md);
    color: var(--muted);
  }
  @media print {
    display: none;
  }
`;

/** The way back from a case on a phone, where it has the page to itself. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className={phoneOnly} to={to} aria-label={label}>
      <CaretLeft size={24} aria-hidden />
    </Link>
  );
}
