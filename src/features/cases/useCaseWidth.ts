import { useMediaQuery } from '#src/ui/useMediaQuery.ts';
import type { CaseWidth } from '#src/features/cases/caseView.ts';

/** Phone views up to 767 px; a sidebar beside the case from 1280 px. */
export function useCaseWidth(): CaseWidth {
  const isPhone = useMediaQuery('(max-width: 767px)');
  const isTablet = useMediaQuery('(max-width: 1023px)');
  const isLaptop = useMediaQuery('(max-width: 1279px)');
  if (isPhone) return 'phone';
  if (isTablet) return 'tablet';
  return isLaptop ? 'laptop' : 'wide';
}
