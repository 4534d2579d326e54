import { useMediaQuery } from '#src/lib/useMediaQuery.ts';
import type { CaseWidth } from './caseView.ts';

/** 767 px decides the case views (decisions.md, Breakpoints); a sidebar stands beside them from 1280 px on. */
export function useCaseWidth(): CaseWidth {
  const isPhone = useMediaQuery('(max-width: 767px)');
  const isTablet = useMediaQuery('(max-width: 1023px)');
  const isLaptop = useMediaQuery('(max-width: 1279px)');
  if (isPhone) return 'phone';
  if (isTablet) return 'tablet';
  return isLaptop ? 'laptop' : 'wide';
}
