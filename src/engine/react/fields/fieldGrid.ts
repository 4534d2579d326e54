import { css } from '@linaria/core';

/**
 * Stacks elements and pairs half-width ones where there is room, on a page and in a group's row.
 */
export const fieldGrid = css`
  display: grid;
  gap: var(--s-6) var(--s-5);
  grid-template-columns: repeat(
    auto-fill,
    minmax(min(100%, max(9.75rem, 50% - var(--s-5) / 2)), 1fr)
  );
`;
