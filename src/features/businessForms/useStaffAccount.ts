import { useSearchParams } from 'react-router-dom';
import type { Account } from '#schemas/accounts.ts';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import type { ApiError } from '#src/api/errors.ts';
import { staffAccountParam } from '#src/lib/paths.ts';

export type StaffAccount = {
  /** undefined: not known yet, or there is none */
  account: Account | undefined;
  /** all that somebody works for */
  accounts: readonly Account[];
  isLoading: boolean;
  error: ApiError | undefined;
  retry: () => void;
  /** what an address needs to lead to this account; undefined: it is the only one */
  inAddress: string | undefined;
};

/** The account whose forms are shown: the one in the address, else the first that somebody works for. */
export function useStaffAccount(): StaffAccount {
  const [query] = useSearchParams();
  const { data, error, refetch } = useListAccountsQuery();
  const accounts = (data?.accounts ?? []).filter(({ boardRole }) => boardRole);
  const wanted = query.get(staffAccountParam);
  const account = wanted === null ? accounts[0] : accounts.find(({ id }) => id === wanted);
  return {
    account,
    accounts,
    isLoading: !data && !error,
    error: data ? undefined : (error as ApiError | undefined),
    retry: () => void refetch(),
    inAddress: accounts.length > 1 ? account?.id : undefined,
  }; // what our base query rejects with
}
