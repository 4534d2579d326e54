import { FormattedMessage } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import { staffAccountParam } from '#src/routing/paths.ts';
import { fieldClass } from '#src/ui/field.ts';

/** Chooses the account of staff who work at several. */
export function AccountChoice({
  accounts,
  chosen,
}: {
  accounts: readonly Account[];
  chosen: string;
}) {
  const [, setQuery] = useSearchParams();
  if (accounts.length < 2) return null;
  return (
    <label>
      <FormattedMessage id="businessForms.account" />{' '}
      <select
        className={fieldClass}
        value={chosen}
        onChange={({ target }) => setQuery({ [staffAccountParam]: target.value })}
      >
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
