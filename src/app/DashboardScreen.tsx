import { useIsRestrictedPhone } from '#src/api/useIsRestrictedPhone.ts';
import { NewCases } from '#src/features/cases/NewCases.tsx';
import { OwnCases } from '#src/features/cases/OwnCases.tsx';
import { DashboardPage } from '#src/features/dashboard/DashboardPage.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';

/** The dashboard with what is new; on a restricted phone with all the cases, whose own page is not there for it. */
export function DashboardScreen({ showToast }: { showToast: ShowToast }) {
  return (
    <DashboardPage
      cases={useIsRestrictedPhone() ? <OwnCases /> : <NewCases />}
      showToast={showToast}
    />
  );
}
