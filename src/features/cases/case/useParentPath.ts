import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { paths } from '#src/routing/paths.ts';

/** Returns the parent page of a case: the list, or the dashboard on a restricted phone. */
export const useParentPath = (): string =>
  useIsRestrictedPhone() ? paths.dashboard() : paths.cases();
