import type { FieldAddress } from '../fieldAddress.ts';
import type { AnswerError } from '../validation/validateAnswers.ts';
import { setAddress, type MoveAddress } from './movedRows.ts';

/** An error with the value it is about; `busy` if the element's busy rule is displayed. */
type ExternalError = { error: AnswerError; value: unknown } | 'busy';

/**
 * Holds errors that the form's rules cannot find. A server's error lasts until the value changes,
 * that of a busy element (its upload is running) until the work ends.
 */
export function createExternalErrors(get: (address: FieldAddress) => unknown) {
  const external = new Map<FieldAddress, ExternalError>();
  const busyRules = new Map<FieldAddress, string>();

  /** Returns the error at an address while it applies; deletes an outdated one. */
  function find(address: FieldAddress): AnswerError | undefined {
    const known = external.get(address);
    const rule = busyRules.get(address);
    if (known === undefined) return undefined;
    if (known === 'busy' && rule !== undefined) return { address, pointer: `/${address}`, rule };
    if (known !== 'busy' && JSON.stringify(known.value) === JSON.stringify(get(address)))
      return known.error;
    external.delete(address);
    return undefined;
  }

  return {
    find,
    clear: () => external.clear(),
    add: (error: AnswerError) =>
      void external.set(error.address, { error, value: get(error.address) }),
    /** `undefined` ends the work of the element. */
    setBusy(address: FieldAddress, rule: string | undefined) {
      if (rule === undefined) busyRules.delete(address);
      else busyRules.set(address, rule);
    },
    isBusyShown: (address: FieldAddress): boolean => external.get(address) === 'busy',
    /** Displays the rules of busy elements and returns their errors. */
    showBusy(isIncluded: (address: FieldAddress) => boolean): AnswerError[] {
      const addresses = [...busyRules.keys()].filter(isIncluded);
      for (const address of addresses) external.set(address, 'busy');
      return addresses.flatMap((address) => find(address) ?? []);
    },
    moveRows(move: MoveAddress) {
      const before = [...external];
      external.clear();
      for (const [from, known] of before) {
        const to = move(from);
        if (to === undefined) continue;
        const moved = known === 'busy' ? known : { ...known, error: setAddress(known.error, to) };
        external.set(to, moved);
      }
    },
  };
}
