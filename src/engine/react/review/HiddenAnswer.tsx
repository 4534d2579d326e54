import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';

/** Replaces a secret in a list of answers. The number of dots is fixed and hides its length. */
export const HiddenAnswer = () => (
  <span>
    <span aria-hidden>••••••••</span>
    <span className={visuallyHidden}>
      <FormattedMessage id="answer.hidden" />
    </span>
  </span>
);
