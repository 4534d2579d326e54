import { css } from '@linaria/core';

/**
 * Elements below each other, half-width ones in pairs where there is room for two, on a page as in
 * the row of a group.
 */
export const fieldGrid = css`
  display: grid;
  gap: var(--s-6) var(--s-5);
  grid-template-columns: repeat(
    auto-fill,
    minmax(min(100%, max(9.75rem, 50% - var(--s-5) / 2)), 1fr)
  );
`;
