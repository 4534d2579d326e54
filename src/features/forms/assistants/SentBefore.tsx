import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { useMoment } from '#src/locale/useMoment.ts';
import type { FormLink } from './links.ts';
import { useKeptReceipt } from './useKeptReceipt.ts';

const Line = styled.p`
  margin-top: var(--s-3);
  font-size: var(--text-xs);
  color: var(--muted);
  a {
    display: block;
    width: fit-content;
    padding-block: var(--s-1);
  }
`;

/**
 * Links to the copy of an earlier submission that this device keeps. It is below the form or beside
 * it, because it comes late and must not move a field.
 */
export function SentBefore({ link }: { link: Pick<FormLink, 'form' | 'succeed'> }) {
  const moment = useMoment();
  const sent = useKeptReceipt(link.form);
  if (typeof sent !== 'object' || !sent.receipt) return null;
  const { submittedAt } = sent.receipt;
  return (
    <Line>
      <FormattedMessage
        id="form.sentBefore"
        values={{
          at: (
            <time key="at" dateTime={submittedAt}>
              {moment(submittedAt)}
            </time>
          ),
        }}
      />{' '}
      <Link to={link.succeed} state={sent}>
        <FormattedMessage id="form.sentBefore.copy" />
      </Link>
    </Line>
  );
}
