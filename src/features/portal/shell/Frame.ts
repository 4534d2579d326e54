import { styled } from '@linaria/react';

/** Grid of the navigation and the page. */
export const Frame = styled.div`
  display: grid;
  grid-template-columns: 6rem minmax(0, 1fr);
  min-height: 100dvh;
  > div {
    --shell-top: 0.8rem;
    padding-top: var(--shell-top);
  }
  @media (max-width: 767px) {
    > div {
      --shell-top: var(--s-4);
    }
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: calc(4rem + env(safe-area-inset-bottom));
  }
  @media (max-width: 767px) {
    &[data-deep] {
      padding-bottom: env(safe-area-inset-bottom);
    }
    &[data-deep] > nav {
      display: none;
    }
    &[data-deep] > div {
      padding-top: 0;
    }
  } /* a case fills the page and has its own back link */
  @media print {
    display: block;
  }
`;
