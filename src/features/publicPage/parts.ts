import { css } from '@linaria/core';

/** As wide as the text may be, with the page's edge. */
export const wrapClass = css`
  max-width: 76rem;
  margin-inline: auto;
  padding-inline: var(--gutter);
`;

export const servicesId = 'services';
