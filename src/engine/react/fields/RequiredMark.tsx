import { css } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';

const star = css`
  color: var(--danger-text);
  font-weight: 700;
  margin-left: 0.15em;
`;
const optional = css`
  color: var(--muted);
  font-weight: var(--fw-text);
  font-size: var(--text-sm);
`;

type RequiredMarkProps = {
  required: boolean;
  /** Behind the words of a group, which has no `aria-required` to say it. */
  isSpoken?: boolean;
};

/** Behind a label: the asterisk of what is required, a word for what is not. */
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
