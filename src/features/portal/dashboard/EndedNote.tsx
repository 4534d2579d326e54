import { FormattedMessage } from 'react-intl';
import type { Account } from '#schemas/accounts/accounts.ts';
import { useDay } from '#src/locale/useMoment.ts';

/** Says that the client only reads what was exchanged with a provider. */
export function EndedNote({ endedDate }: Pick<Account, 'endedDate'>) {
  const formatDay = useDay();
  return (
    endedDate !== null && (
      <p>
        <FormattedMessage id="dashboard.ended" values={{ date: formatDay(endedDate) }} />
      </p>
    )
  );
}
