import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/**
 * Asks before a dialog with unsaved changes or its page is closed
 * (docs/behaviour/portal.md#dialogs-and-toasts). Set `isChangedBefore` for a choice made before the
 * dialog opened, such as a file.
 */
export function useUnsavedChanges(
  onClose: () => void,
  isChangedBefore = false,
): {
  isChanged: boolean;
  close: () => void;
  change: () => void;
  saved: () => void;
  question: ReactNode;
} {
  const intl = useIntl();
  const [isChanged, setIsChanged] = useState(isChangedBefore);
  const [isAsking, setIsAsking] = useState(false);
  const keepEditing = () => setIsAsking(false);
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  return {
    isChanged,
    close: () => (isChanged ? setIsAsking(true) : onClose()),
    change: () => setIsChanged(true),
    saved: () => setIsChanged(false),
    question: isAsking && (
      <Dialog
        size="small"
        title={intl.formatMessage({ id: 'abort.title' })}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={keepEditing}
        actions={
          <>
            <Button variant="ghost" onClick={onClose}>
              <FormattedMessage id="abort.discard" />
            </Button>
            <Button variant="primary" onClick={keepEditing}>
              <FormattedMessage id="abort.goOn" />
            </Button>
          </>
        }
      >
        <p>
          <FormattedMessage id="abort.text" />
        </p>
      </Dialog>
    ),
  };
}
