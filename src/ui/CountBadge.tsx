import { css, cx } from '@linaria/core';

const badge = css`
  display: inline-grid;
  place-items: center;
  flex: none;
  min-width: 1.5rem;
  height: 1.5rem;
  padding: 0 0.4rem;
  border-radius: var(--r-full);
  background: var(--count);
  color: var(--on-accent);
  font-size: var(--text-xs);
  font-weight: var(--fw-strong);
  white-space: nowrap;
  overflow-wrap: normal;
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

/** The only red element: unread items. */
const urgent = css`
  background: var(--danger);
  color: #fff;
`;

/** A count in a circle; nothing for 0. */
export function CountBadge({
  count,
  label,
  isUrgent = false,
}: {
  count: number;
  label: string;
  isUrgent?: boolean;
}) {
  if (count === 0) return null;
  return (
    <span className={cx(badge, isUrgent && urgent)} role="img" aria-label={label}>
      {count > 999 ? '999+' : count}
    </span>
  );
}
