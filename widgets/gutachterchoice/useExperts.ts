import { useCallback, useEffect, useState } from 'react';
import type { Participant } from '#schemas/forms/experts.ts';
import { useService } from '#src/engine/react/services/useService.ts';
import { isPostalCode } from './expertChoice.ts';
import { findExperts } from './service.ts';

type Outcome = { state: 'found'; experts: readonly Participant[] } | { state: 'failed' };
export type ExpertSearch = Outcome | { state: 'idle' } | { state: 'searching' };

/** Loads experts once the postal code is complete. Ignores responses for an older code. */
export function useExperts(postalCode: string): ExpertSearch & { retry: () => void } {
  const find = useService(findExperts);
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<{ key: string; outcome: Outcome }>();
  const isComplete = isPostalCode(postalCode);
  const key = `${postalCode} ${attempt}`;

  useEffect(() => {
    if (!isComplete) return undefined;
    let isCurrent = true;
    const show = (outcome: Outcome) => {
      if (isCurrent) setAnswered({ key, outcome });
    };
    find(postalCode).then(
      (experts) => show({ state: 'found', experts }),
      () => show({ state: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [find, postalCode, isComplete, key]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (!isComplete) return { state: 'idle', retry };
  return answered?.key === key ? { ...answered.outcome, retry } : { state: 'searching', retry };
}
