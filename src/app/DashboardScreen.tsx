import { useIsRestrictedPhone } from '#src/api/useIsRestrictedPhone.ts';
import { OwnCases } from '#src/features/cases/OwnCases.tsx';
import { DashboardPage } from '#src/features/dashboard/DashboardPage.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';

/** The dashboard, on a restricted phone with the cases that their own page is not there for. */
export function DashboardScreen({ showToast }: { showToast: ShowToast }) {
  return <DashboardPage cases={useIsRestrictedPhone() && <OwnCases />} showToast={showToast} />;
}
