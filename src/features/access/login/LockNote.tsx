import { FormattedMessage } from 'react-intl';
import { Countdown } from '#src/features/access/Countdown.tsx';
import { Button } from '#src/ui/Button.tsx';
import { LockSimple } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';

/** Notice of a lockout with its countdown. `onReset` runs after a password reset ended the lock. */
export function LockNote({ secondsLeft, onReset }: { secondsLeft: number; onReset?: () => void }) {
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
      <p>
        <Countdown of="lock" seconds={secondsLeft} />
      </p>
      {onReset && (
        <Button variant="ghost" onClick={onReset}>
          <FormattedMessage id="login.locked.reset" />
        </Button>
      )}
    </Note>
  );
}
