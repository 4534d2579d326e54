import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Confirms closing a task that its client could still answer. Closing cannot be undone. */
export function CloseQuestion({
  name,
  onYes,
  onNo,
}: {
  name: string;
  onYes: () => void;
  onNo: () => void;
}) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'board.close.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" onClick={onYes}>
            <FormattedMessage id="board.close.confirm" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="board.close.text" values={{ name }} />
      </p>
    </Dialog>
  );
}
