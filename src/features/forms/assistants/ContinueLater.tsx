import { useState } from 'react';
import { FormattedMessage, FormattedTime, useIntl } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Explains where the draft is stored and how to continue later. */
export function ContinueLater({ here, savedAt }: { here: string; savedAt: number }) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        <FormattedMessage id="draft.later" />
      </Button>
      {isOpen && (
        <Dialog
          size="small"
          title={intl.formatMessage({ id: 'draft.later' })}
          closeLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={() => setIsOpen(false)}
          actions={
            <CopyButton
              text={new URL(here, location.origin).href}
              label={intl.formatMessage({ id: 'draft.later.copy' })}
              doneLabel={intl.formatMessage({ id: 'action.copied' })}
            />
          }
        >
          <p>
            <FormattedMessage
              id="draft.later.text"
              values={{ time: <FormattedTime value={savedAt} /> }}
            />
          </p>
        </Dialog>
      )}
    </>
  );
}
