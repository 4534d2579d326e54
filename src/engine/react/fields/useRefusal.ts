import { use, useCallback, useState } from 'react';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { RefusedContext, type Refused } from '../context/refusedContext.ts';

type Refusal = {
  isRefused: boolean;
  /** DOM id of the error of the form. */
  errorId: string | undefined;
  /** Called with each new answer, which was not refused yet. */
  endRefusal: () => void;
};

/** Returns whether the server refused an element's answer with the error of the form. */
export function useRefusal(address: FieldAddress): Refusal {
  const all = use(RefusedContext);
  const refused = all?.addresses.includes(address) ? all : undefined;
  const [ended, setEnded] = useState<Refused>();
  return {
    isRefused: refused !== undefined && refused !== ended,
    errorId: refused?.errorId,
    endRefusal: useCallback(() => setEnded(refused), [refused]),
  };
}
