import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useGetPrivacyQuery, useGetTermsQuery } from '#src/api/accounts.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import type { ConsentName } from './useConsent.ts';

const Failed = styled.div`display: grid; gap: var(--s-5); > svg { justify-self: center; }`;

/** The account's terms or privacy notice, to read. */
export function StatementDialog({ accountId, accountName, name, onClose }: { accountId: string; /** where the page does not say whose text it is */ accountName?: string; name: ConsentName; onClose: () => void }) {
  const intl = useIntl();
  const isTerms = name === 'agbAccepted';
  const terms = useGetTermsQuery({ params: { acc: accountId }, query: { resultType: 'stream' } }, { skip: !isTerms, refetchOnMountOrArgChange: true });
  const privacy = useGetPrivacyQuery({ params: { acc: accountId } }, { skip: isTerms, refetchOnMountOrArgChange: true });
  const { error, isFetching, refetch } = isTerms ? terms : privacy;
  const text = isTerms ? terms.data?.agb : privacy.data?.datenschutz;
  return (
    <Dialog title={[intl.formatMessage({ id: isTerms ? 'statement.terms' : 'statement.privacy' }), ...(accountName ? [accountName] : [])].join(' · ')} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={onClose}>
      {isFetching && <p role="status"><FormattedMessage id="app.loading" /></p>}
      {error && !isFetching && (
        <Failed><Illustration subject="letter" /><Note tone="danger" role="alert">
          <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
          <Button variant="ghost" onClick={() => void refetch()}><FormattedMessage id="action.retry" /></Button>
        </Note></Failed>
      )}
      {text && !isFetching && <Markdown text={text} />}
    </Dialog>
  );
}
