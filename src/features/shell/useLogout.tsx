import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { logOut } from '#src/api/sessions.ts';
import { useUser } from '#src/api/useUser.ts';
import { queuedMessages } from '#src/lib/outbox.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Logs out, which clears what this browser keeps (product.md §4, Login); asks before it takes messages that nobody has got yet. */
export function useLogout(): { start: () => void; question: ReactNode } {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const user = useUser();
  const [unsent, setUnsent] = useState(0);
  const stay = () => setUnsent(0);

  async function look(): Promise<void> {
    const queued = user ? await queuedMessages(user.userId) : [];
    if (queued.length > 0) setUnsent(queued.length);
    else logOut(dispatch);
  }

  const question = unsent > 0 && (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'logout.unsent.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={stay}
      actions={
        <>
          <Button onClick={() => logOut(dispatch)}>
            <FormattedMessage id="logout.anyway" />
          </Button>
          <Button variant="primary" onClick={stay}>
            <FormattedMessage id="logout.stay" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="logout.unsent" values={{ count: unsent }} />
      </p>
    </Dialog>
  );
  return { start: () => void look(), question };
}
