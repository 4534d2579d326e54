import { styled } from '@linaria/react';

/**
 * A page with a list and the opened item (`data-record`) beside it. Narrow screens show one of them:
 * the item with `data-open`. `data-alone` takes the whole page.
 */
export const ListAndRecord = styled.main`
  display: grid;
  grid-template-columns: minmax(20rem, 25.5rem) minmax(0, 1fr);
  height: calc(100dvh - var(--shell-top, 0px) - var(--consent-height, 0px));
  > [data-record] {
    position: relative;
    min-height: 0;
    margin: 0 0.75rem 0.75rem 0;
    overflow: hidden;
    border: 1px solid var(--border);
    border-radius: var(--r-lg);
    background: var(--surface);
    box-shadow: var(--shadow-1);
  }
  > [data-alone] {
    grid-column: 1 / -1;
    padding: var(--s-2) var(--s-6);
  }
  @media (max-width: 1279px) {
    grid-template-columns: minmax(18rem, 21.5rem) minmax(0, 1fr);
  }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
    &:not([data-open]) > [data-record],
    &[data-open] > section:not([data-record]) {
      display: none;
    }
  }
  @media (max-width: 767px) {
    height: calc(100dvh - 4rem - var(--shell-top, 0px) - var(--consent-height, 0px));
    > [data-record] {
      margin: 0;
      border: 0;
      border-radius: 0;
    }
  }
`;
