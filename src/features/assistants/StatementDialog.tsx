import { FormattedMessage, useIntl } from 'react-intl';
import { useGetPrivacyQuery, useGetTermsQuery } from '#src/api/accounts.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import type { ConsentName } from './Consent.tsx';

/** The account's terms or privacy notice, to read. */
export function StatementDialog({ accountId, name, onClose }: { accountId: string; name: ConsentName; onClose: () => void }) {
  const intl = useIntl();
  const isTerms = name === 'agbAccepted';
  const terms = useGetTermsQuery({ params: { acc: accountId }, query: { resultType: 'stream' } }, { skip: !isTerms });
  const privacy = useGetPrivacyQuery({ params: { acc: accountId } }, { skip: isTerms });
  const { isError } = isTerms ? terms : privacy;
  const text = isTerms ? terms.data?.agb : privacy.data?.datenschutz;
  return (
    <Dialog title={intl.formatMessage({ id: isTerms ? 'statement.terms' : 'statement.privacy' })} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={onClose}>
      {isError && <Note tone="danger" role="alert"><FormattedMessage id="error.offline" /></Note>}
      {!isError && !text && <p role="status"><FormattedMessage id="app.loading" /></p>}
      {text && <Markdown text={text} />}
    </Dialog>
  );
}
