import { createContext } from 'react';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';

/** Elements whose answers the server refused with one error for the form, e.g. a wrong password. */
export type Refused = { addresses: readonly FieldAddress[]; errorId: string };

export const RefusedContext = createContext<Refused | undefined>(undefined);
