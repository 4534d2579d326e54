import type { Ref } from 'react';
import { FormattedMessage } from 'react-intl';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { spamLimits } from '#schemas/forms/limits.ts';
import { visuallyHidden } from '#src/ui/field.ts';

/** Honeypot field for bots. Hidden from eyes, screen readers, keyboard and autofill. */
export const Honeypot = ({ ref }: { ref: Ref<HTMLInputElement> }) => (
  <div className={visuallyHidden} aria-hidden>
    <label>
      <FormattedMessage id="honeypot.label" />
      <input
        ref={ref}
        name={postedNames.honeypot}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        maxLength={spamLimits.honeypotLength}
      />
    </label>
  </div>
);
