import { css } from '@linaria/core';
import { FormattedMessage } from 'react-intl';

const star = css`color: var(--danger-text); font-weight: 700; margin-left: .15em;`;
const optional = css`color: var(--muted); font-weight: var(--fw-text); font-size: var(--text-sm);`;

/** Behind a label: the asterisk of what is required, a word for what is not. */
export function RequiredMark({ required }: { required: boolean }) {
  return required
    ? <span className={star} aria-hidden>{'*'}</span>
    : <span className={optional}>{' '}<FormattedMessage id="form.optional" /></span>;
}
