import { css } from '@linaria/core';

const badge = css`
  display: inline-grid; place-items: center; flex: none; min-width: 1.5rem; height: 1.5rem; padding: 0 .4rem; border-radius: var(--r-full);
  background: var(--accent); color: var(--on-accent); font-size: var(--text-xs); font-weight: var(--fw-strong);
`;

/** How many there are, as a number in a circle; nothing for none. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return <span className={badge} role="img" aria-label={label}>{count > 999 ? '999+' : count}</span>;
}
