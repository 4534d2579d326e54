import { css } from '@linaria/core';
import type { ReactNode } from 'react';
import { useIsHydrated } from './useIsHydrated.ts';

/*
 * Scripts that are allowed get some seconds before the browser shows the content, so that a page
 * that is hydrated in time hardly moves. Browsers run no animation from `display: none`.
 */
const late = css`
  @media (scripting: enabled) {
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    animation: scripts-are-missing 1s 5s forwards;
  }
  /* Outside the media query, because within it only the use would get the scoped name. */
  @keyframes scripts-are-missing {
    to {
      block-size: auto;
      visibility: visible;
    }
  }
`;

/** Content of the server's HTML for a page without scripts; removed by hydration. */
export const Scriptless = ({ children }: { children: ReactNode }) =>
  useIsHydrated() ? null : <div className={late}>{children}</div>;
