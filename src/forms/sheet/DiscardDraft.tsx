import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Discards the answers after a confirmation. */
export function DiscardDraft({
  children,
  onDiscard,
}: {
  children: ReactNode;
  onDiscard: () => void;
}) {
  const intl = useIntl();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setIsAsking(true)}>
        {children}
      </Button>
      {isAsking && (
        <Dialog
          size="small"
          title={intl.formatMessage({ id: 'draft.discard.title' })}
          closeLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button onClick={() => setIsAsking(false)}>
                <FormattedMessage id="action.cancel" />
              </Button>
              <Button variant="primary" onClick={onDiscard}>
                <FormattedMessage id="draft.discard.confirm" />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage id="draft.discard.text" />
          </p>
        </Dialog>
      )}
    </>
  );
}
