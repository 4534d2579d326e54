import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';

const Sheet = styled.div`
  max-width: 76rem;
  margin: 0 auto;
  padding: var(--s-6) var(--s-8) var(--s-9);
  @media (max-width: 767px) {
    padding: var(--s-6) var(--gutter) var(--s-7);
  }
  > div {
    display: grid;
    gap: var(--s-4);
    animation: appear-page 1ms linear 300ms both; /* a quick page shows no skeleton at all */
  }
  @keyframes appear-page {
    from {
      visibility: hidden;
    }
  }
  i {
    display: block;
    height: 5rem;
    border: 1px solid var(--border);
    border-radius: var(--r-md);
    background: var(--surface);
  }
  i:first-child {
    width: min(20rem, 70%);
    height: 2.2rem;
    margin-block-end: var(--s-4);
    border: 0;
    border-radius: 3px;
    background: var(--border);
  }
`;

/** Placeholder of a page after the login while it loads. */
export const PageSkeleton = () => (
  <>
    {/* beside the busy element, of which screen readers announce nothing */}
    <p className={visuallyHidden} role="status">
      <FormattedMessage id="app.loading" />
    </p>
    <Sheet data-skeleton data-loading aria-busy>
      <div aria-hidden>
        <i />
        <i />
        <i />
        <i />
      </div>
    </Sheet>
  </>
);
