import { useEffect, useState } from 'react';
import type { LegalInsurance } from '#schemas/forms/insurances.ts';
import { useService } from '#src/engine/react/services/useService.ts';
import { listInsurances } from './service.ts';

/**
 * Loads the installation's list. Until then the field accepts any name; after a failure `reload`
 * retries.
 */
export function useInsurances(): {
  list: readonly LegalInsurance[];
  state: 'loading' | 'ready' | 'failed';
  reload: () => void;
} {
  const load = useService(listInsurances);
  const [attempt, setAttempt] = useState(0);
  const [list, setList] = useState<readonly LegalInsurance[]>();
  const [failedAttempt, setFailedAttempt] = useState<number>();

  useEffect(() => {
    let isCurrent = true;
    load().then(
      (found) => {
        if (isCurrent) setList(found);
      },
      () => {
        if (isCurrent) setFailedAttempt(attempt);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);

  const state = list ? 'ready' : failedAttempt === attempt ? 'failed' : 'loading';
  return { list: list ?? [], state, reload: () => setAttempt((count) => count + 1) };
}
