import { createContext, useContext } from 'react';
import type { Steps } from './useSteps.ts';

/**
 * Provides the steps of the form. Separate from `FormContext`, because steps change more often and
 * no element reads them.
 */
export const StepsContext = createContext<Steps | undefined>(undefined);

/** Returns the steps of the surrounding form. */
export function useFormSteps(): Steps {
  const value = useContext(StepsContext);
  if (!value) throw new Error('Only inside an AssistantForm');
  return value;
}
