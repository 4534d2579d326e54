import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';

/** Stands for a secret where answers are read. As many dots for every one: not even its length is told. */
export const HiddenAnswer = () => (
  <span>
    <span aria-hidden>••••••••</span>
    <span className={visuallyHidden}>
      <FormattedMessage id="answer.hidden" />
    </span>
  </span>
);
