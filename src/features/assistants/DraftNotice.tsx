import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';

type DraftNoticeProps = { draft: 'restored' | 'carried'; onDiscard: () => void };

/** Says that earlier answers are back, and offers to begin anew, after asking once. */
export function DraftNotice({ draft, onDiscard }: DraftNoticeProps) {
  const intl = useIntl();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Note tone="accent" role="status">
        <p><FormattedMessage id={draft === 'restored' ? 'draft.restored' : 'draft.carried'} /></p>
        <Button variant="ghost" onClick={() => setIsAsking(true)}><FormattedMessage id="draft.discard" /></Button>
      </Note>
      {isAsking && (
        <Dialog
          size="small" title={intl.formatMessage({ id: 'draft.discard.title' })} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={() => setIsAsking(false)}
          actions={<><Button onClick={() => setIsAsking(false)}><FormattedMessage id="action.cancel" /></Button><Button variant="primary" onClick={onDiscard}><FormattedMessage id="draft.discard.confirm" /></Button></>}
        >
          <p><FormattedMessage id="draft.discard.text" /></p>
        </Dialog>
      )}
    </>
  );
}
