import { useIsRestrictedPhone } from '#src/api/useIsRestrictedPhone.ts';
import { paths } from '#src/lib/paths.ts';

/** Where a case leads back to. The list of cases is not made for a restricted phone (product.md §2.3): there the dashboard lists them. */
export const useWayOut = (): string => (useIsRestrictedPhone() ? paths.dashboard() : paths.cases());
