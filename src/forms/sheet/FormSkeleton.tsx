import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';

const Lines = styled.div`
  display: grid;
  gap: var(--s-4);
  animation: appear 1ms linear 300ms both; /* a quick answer shows no skeleton at all */
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
  i {
    display: block;
    height: 0.8rem;
    border-radius: 3px;
    background: var(--border);
  }
  i:nth-child(1) {
    width: 40%;
  }
  i:nth-child(2) {
    width: 75%;
    height: 2.2rem;
    margin-block: var(--s-4);
  }
  i:nth-child(n + 3) {
    height: var(--control);
  }
`;

/** Placeholder of a form while it loads. */
export function FormSkeleton() {
  return (
    <div role="status" data-skeleton>
      <span className={visuallyHidden}>
        <FormattedMessage id="app.loading" />
      </span>
      <Lines aria-hidden>
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </Lines>
    </div>
  );
}
