import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

/** Texts of each countdown: with a running clock, and with whole minutes. */
const texts = {
  /** until the next attempt after too many wrong passwords or codes */
  lock: ['login.locked.text', 'login.locked.minutes'],
  /** until the next PIN may be requested, after a refused request */
  pinRequest: ['requestPin.tooOften', 'requestPin.tooOften.minutes'],
  /** until the next PIN may be requested, while the visitor waits for one */
  pinRepeat: ['enterPin.wait', 'enterPin.wait.minutes'],
  pinValidity: ['enterPin.goodFor', 'enterPin.goodFor.minutes'],
} as const;
export type CountdownName = keyof typeof texts;

const Clock = styled.b`
  font-variant-numeric: tabular-nums;
`;

const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * A sentence with a countdown such as 4:59. Screen readers get whole minutes, so that a live region
 * speaks once a minute. Without scripts everyone gets those, because nothing counts.
 */
export function Countdown({ of, seconds }: { of: CountdownName; seconds: number }) {
  const isCounting = useIsHydrated();
  const [clock, minutes] = texts[of];
  return (
    <>
      {isCounting && (
        <span aria-hidden>
          <FormattedMessage
            id={clock}
            values={{ time: <Clock key="time">{formatClock(seconds)}</Clock> }}
          />
        </span>
      )}
      <span className={isCounting ? visuallyHidden : undefined}>
        <FormattedMessage id={minutes} values={{ minutes: Math.ceil(seconds / 60) }} />
      </span>
    </>
  );
}
