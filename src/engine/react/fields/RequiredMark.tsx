import { css } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';

const star = css`
  color: var(--danger-text);
  font-weight: var(--fw-strong);
  margin-left: 0.15em;
`;
const optional = css`
  color: var(--muted);
  font-weight: var(--fw-text);
  font-size: var(--text-sm);
`;

type RequiredMarkProps = {
  required: boolean;
  /** Adds a text for screen readers, because a group has no `aria-required`. */
  isSpoken?: boolean;
};

/** Marks a label: an asterisk for a required element, a word for an optional one. */
export function RequiredMark({ required, isSpoken = false }: RequiredMarkProps) {
  return required ? (
    <>
      <span className={star} aria-hidden>
        {'*'}
      </span>
      {isSpoken && (
        <span className={visuallyHidden}>
          {' '}
          <FormattedMessage id="form.required" />
        </span>
      )}
    </>
  ) : (
    <span className={optional}>
      {' '}
      <FormattedMessage id="form.optional" />
    </span>
  );
}
