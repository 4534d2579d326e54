import { useSearchParams } from 'react-router-dom';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { Account } from '#schemas/accounts/accounts.ts';
import { useListAccountsQuery } from './accounts.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { staffAccountParam } from '#src/routing/paths.ts';

export type StaffAccount = {
  /** undefined while loading, or without one */
  account: Account | undefined;
  /** all accounts of the staff member */
  accounts: readonly Account[];
  isLoading: boolean;
  error: ApiError | undefined;
  retry: () => void;
  /** query parameter of this account; undefined for the only one */
  inAddress: string | undefined;
};

/** Returns the account in the address, else the first one of the staff member. */
export function useStaffAccount(isWanted: (role: StaffRole) => boolean = () => true): StaffAccount {
  const [query] = useSearchParams();
  const { data, error, refetch } = useListAccountsQuery();
  const accounts = (data?.accounts ?? []).filter(
    ({ boardRole }) => boardRole && isWanted(boardRole),
  );
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
