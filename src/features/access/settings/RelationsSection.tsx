import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '#schemas/accounts/accounts.ts';
import { useLeaveProviderMutation } from '#src/api/access/relations.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { useDay } from '#src/locale/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { EntryList } from './entryLists.ts';
import { SectionHeader, sectionClass } from './Section.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

/** Accounts of the user, with buttons to end the relation to one. */
export function RelationsSection() {
  const { data, error, refetch } = useListAccountsQuery();
  const [leave] = useLeaveProviderMutation();
  const [target, setTarget] = useState<Account>();
  const { heading, focusHeading } = useHeadingFocus();

  async function handleEnd({ id, name }: Account, password: string): Promise<void> {
    await leave({ params: { acc: id }, body: { password } }).unwrap();
    toast({ level: 'success', text: { id: 'settings.relations.endedNow', values: { name } } });
    setTarget(undefined);
    focusHeading();
  }

  return (
    <section className={sectionClass}>
      <SectionHeader heading={heading} title={<FormattedMessage id="settings.relations.title" />}>
        <FormattedMessage id="settings.relations.text" />
      </SectionHeader>
      <div>
        {data ? (
          <EntryList>
            {data.accounts.map((account) => (
              <Relation key={account.id} account={account} onEnd={() => setTarget(account)} />
            ))}
          </EntryList>
        ) : error ? (
          <Failure error={error} retry={refetch} />
        ) : (
          <Loading />
        )}
      </div>
      {target && (
        <EndDialog
          name={target.name}
          onEnd={(password) => handleEnd(target, password)}
          onClose={() => setTarget(undefined)}
        />
      )}
    </section>
  );
}

function Relation({
  account: { name, endedDate, boardRole },
  onEnd,
}: {
  account: Account;
  onEnd: () => void;
}) {
  const intl = useIntl();
  const formatDay = useDay();
  const isStaff = boardRole !== undefined;
  return (
    <li>
      <div>
        <b>{name}</b>
        {isStaff && (
          <small>
            <FormattedMessage id="settings.relations.staff" />
          </small>
        )}
        {endedDate !== null && (
          <small>
            <FormattedMessage
              id="settings.relations.ended"
              values={{ date: formatDay(endedDate) }}
            />
          </small>
        )}
      </div>
      {!isStaff && endedDate === null && (
        <Button
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'settings.relations.endOne' }, { name })}
          onClick={onEnd}
        >
          <FormattedMessage id="settings.relations.end" />
        </Button>
      )}
    </li>
  );
}

/** Confirms the end of a relation by the password. */
function EndDialog({
  name,
  onEnd,
  onClose,
}: {
  name: string;
  onEnd: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'settings.relations.end.title' }, { name })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
      actions={
        <Button onClick={onClose}>
          <FormattedMessage id="action.cancel" />
        </Button>
      }
    >
      <ConfirmPassword
        submitLabel={intl.formatMessage({ id: 'settings.relations.end' })}
        onPassword={onEnd}
      >
        <p>
          <FormattedMessage id="settings.relations.end.text" />
        </p>
      </ConfirmPassword>
    </Dialog>
  );
}
