import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { logOut } from '#src/api/access/sessions.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { getQueuedMessages } from '#src/device/indexedDb/messageQueue.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Logs out and clears this browser's storage. Asks first when queued messages would be lost. */
export function useLogout(): { start: () => void; question: ReactNode } {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const user = useUser();
  const [unsent, setUnsent] = useState(0);
  const stay = () => setUnsent(0);

  async function look(): Promise<void> {
    const queued = user ? await getQueuedMessages(user.userId) : [];
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
