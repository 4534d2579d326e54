import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { consentTexts, type ConsentName } from '../useConsent.ts';
import { useStatement } from './useStatement.ts';

const Failed = styled.div`
  display: grid;
  gap: var(--s-5);
  > svg {
    justify-self: center;
  }
`;

type StatementDialogProps = {
  accountId: string;
  /** needed where the page does not name the account */
  accountName?: string;
  name: ConsentName;
  /** Hash of the text to accept; not needed to read only. */
  hash?: string | undefined;
  onClose: () => void;
};

/** Dialog with an account's terms or privacy notice. */
export function StatementDialog({
  accountId,
  accountName,
  name,
  hash,
  onClose,
}: StatementDialogProps) {
  const intl = useIntl();
  const errorText = useErrorText();
  const { text, error, isFetching, isOther, refetch } = useStatement(accountId, name, hash);
  return (
    <Dialog
      title={[
        intl.formatMessage({ id: consentTexts[name].statement }),
        ...(accountName ? [accountName] : []),
      ].join(' · ')}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      {isFetching && (
        <p role="status">
          <FormattedMessage id="app.loading" />
        </p>
      )}
      {error !== undefined && !isFetching && (
        <Failed>
          <Illustration subject="letter" />
          <Note tone="danger" role="alert">
            <p>{errorText(error)}</p>
            <Button variant="ghost" onClick={refetch}>
              <FormattedMessage id="action.retry" />
            </Button>
          </Note>
        </Failed>
      )}
      {isOther && !isFetching && (
        <Note tone="warning" role="status">
          <p>
            <FormattedMessage id="statement.changed" />
          </p>
        </Note>
      )}
      {text && !isFetching && <Markdown text={text} />}
    </Dialog>
  );
}
