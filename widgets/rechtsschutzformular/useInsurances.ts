import { useEffect, useState } from 'react';
import type { LegalInsurance } from '#schemas/insurances.ts';
import { useFormContext } from '#src/engine/react/context.ts';

/** The installation's list. While it is missing the field takes any name; after a failure `reload` asks again. */
export function useInsurances(): { list: readonly LegalInsurance[]; state: 'loading' | 'ready' | 'failed'; reload: () => void } {
  const { services } = useFormContext();
  const [attempt, setAttempt] = useState(0);
  const [list, setList] = useState<readonly LegalInsurance[]>();
  const [failedAttempt, setFailedAttempt] = useState<number>();

  useEffect(() => {
    let isCurrent = true;
    services.listInsurances().then((found) => { if (isCurrent) setList(found); }, () => { if (isCurrent) setFailedAttempt(attempt); });
    return () => { isCurrent = false; };
  }, [services, attempt]);

  const state = list ? 'ready' : failedAttempt === attempt ? 'failed' : 'loading';
  return { list: list ?? [], state, reload: () => setAttempt((count) => count + 1) };
}
