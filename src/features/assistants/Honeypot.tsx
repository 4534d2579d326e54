import type { Ref } from 'react';
import { FormattedMessage } from 'react-intl';
import { limits } from '#schemas/limits.ts';
import { visuallyHidden } from '#src/ui/field.ts';

/** A field for programs that fill in whatever they find. Nobody sees it, hears of it or comes to it by keyboard, and no browser fills it in. */
export const Honeypot = ({ ref }: { ref: Ref<HTMLInputElement> }) => (
  <div className={visuallyHidden} aria-hidden>
    <label>
      <FormattedMessage id="honeypot.label" />
      <input
        ref={ref}
        name="reference"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        maxLength={limits.spam.honeypotLength}
      />
    </label>
  </div>
);
