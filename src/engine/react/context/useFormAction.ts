import { postedNames } from '#schemas/forms/postedForms.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

type ActionProps =
  { onClick: () => void } | { type: 'submit'; name: string; value: string; onClick?: never };

/**
 * Returns the props of a button that changes the form. Before hydration it posts the action, so
 * that it works without scripts.
 */
export function useFormAction(): (action: string, onClick: () => void) => ActionProps {
  const isHydrated = useIsHydrated();
  return (action, onClick) =>
    isHydrated ? { onClick } : { type: 'submit', name: postedNames.action, value: action };
}
