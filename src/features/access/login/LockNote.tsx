import { FormattedMessage } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { LockSimple } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Notice of a lockout with its countdown, which needs scripts. Screen readers hear it once a
 * minute. `onReset` runs after a password reset ended the lock.
 */
export function LockNote({ secondsLeft, onReset }: { secondsLeft: number; onReset?: () => void }) {
  const isCounting = useIsHydrated();
  if (secondsLeft === 0)
    return (
      <Note tone="accent" role="status">
        <p>
          <FormattedMessage id="login.timeIsUp" />
        </p>
      </Note>
    );
  return (
    <Note tone="danger" role="alert" icon={LockSimple}>
      <b>
        <FormattedMessage id="login.locked.title" />
      </b>
      {isCounting && (
        <p aria-hidden>
          <FormattedMessage
            id="login.locked.text"
            values={{
              time: (
                <b key="time">{`${two(Math.floor(secondsLeft / 60))}:${two(secondsLeft % 60)}`}</b>
              ),
            }}
          />
        </p>
      )}
      <p className={isCounting ? visuallyHidden : undefined}>
        <FormattedMessage
          id="login.locked.minutes"
          values={{ minutes: Math.ceil(secondsLeft / 60) }}
        />
      </p>
      {onReset && (
        <Button variant="ghost" onClick={onReset}>
          <FormattedMessage id="login.locked.reset" />
        </Button>
      )}
    </Note>
  );
}
