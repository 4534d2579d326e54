import { css } from '@linaria/core';
import { Link } from 'react-router-dom';
import { CaretLeft } from '#src/ui/portalIcons.ts';

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

/** Back link of a case on a phone, where the list is another page. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className={phoneOnly} to={to} aria-label={label}>
      <CaretLeft size={24} aria-hidden />
    </Link>
  );
}
