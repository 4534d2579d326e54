import { css } from '@linaria/core';

/** Maximum text width with page margins. */
export const wrapClass = css`
  max-width: 76rem;
  margin-inline: auto;
  padding-inline: var(--gutter);
`;

export const servicesId = 'services';
