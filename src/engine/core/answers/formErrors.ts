import type { CheckContext } from '../element.ts';
import type { FormState, ShownElement } from '../evaluation/evaluateForm.ts';
import type { FieldAddress } from '../fieldAddress.ts';
import {
  validateElement,
  type AnswerError,
  type CompiledCheck,
} from '../validation/validateAnswers.ts';
import { getCurrentElement, type AnswerValues } from './answers.ts';
import { createExternalErrors } from './externalErrors.ts';
import { setAddress, type MoveAddress } from './movedRows.ts';

export type ErrorsByAddress = ReadonlyMap<FieldAddress, AnswerError>;

export type FormErrorsOptions = {
  answers: AnswerValues;
  check: CompiledCheck;
  context: () => CheckContext;
  /** Called with the addresses whose error changed. */
  onChange: (addresses: readonly FieldAddress[]) => void;
};

/** Holds the displayed errors: found by the form's rules, or reported from outside. */
export function createFormErrors({ answers, check, context, onChange }: FormErrorsOptions) {
  const external = createExternalErrors(answers.get);
  let errors: ErrorsByAddress = new Map();
  /** Address of the newest error that `leave` or `addExternalError` displayed. */
  let latestAt: FieldAddress | undefined;

  function replace(next: ErrorsByAddress) {
    const before = errors;
    errors = next;
    const addresses = new Set([...before.keys(), ...next.keys()]);
    onChange([...addresses].filter((each) => before.get(each) !== next.get(each)));
  }
  const replaceSorted = (list: readonly AnswerError[]) =>
    replace(sortByForm(list, answers.getState()));

  function findError(address: FieldAddress): AnswerError | undefined {
    const element = getCurrentElement(answers, address);
    return element && (external.find(address) ?? validateElement(element, check, context()));
  }

  function recheck(addresses: Iterable<FieldAddress>, { isLeft = false } = {}) {
    const next = new Map(errors);
    let hasChanged = false;
    for (const address of addresses) {
      const found = findError(address);
      if (isSameError(found, errors.get(address))) continue;
      hasChanged = true;
      if (found) next.set(address, found);
      else next.delete(address);
      if (isLeft || address === latestAt) latestAt = isLeft && found ? address : undefined;
    }
    if (hasChanged) replace(next);
  }

  return {
    recheck,
    recheckAll: () => recheck(errors.keys()),
    getErrors: (): ErrorsByAddress => errors,
    getLatestError: (): AnswerError | undefined =>
      latestAt === undefined ? undefined : errors.get(latestAt),

    /** Validates the given elements and displays their errors; errors of other elements stay. */
    validate(elements: readonly ShownElement[]): AnswerError[] {
      const found = elements.flatMap((each) => validateElement(each, check, context()) ?? []);
      const addresses = elements.map(({ address }) => address);
      const checked = new Set(addresses);
      const others = [...errors.values()].filter(({ address }) => !checked.has(address));
      latestAt = undefined;
      replaceSorted([
        ...others,
        ...found,
        ...addresses.flatMap((address) => external.find(address) ?? []),
      ]);
      return found;
    },
    setExternalErrors(list: readonly AnswerError[]) {
      external.clear();
      latestAt = undefined;
      list.forEach(external.add);
      replaceSorted(list);
    },
    addExternalError(error: AnswerError) {
      external.add(error);
      latestAt = error.address;
      replaceSorted([...errors.values(), error]);
    },
    setBusy(address: FieldAddress, rule: string | undefined) {
      external.setBusy(address, rule);
      if (external.isBusyShown(address)) recheck([address]);
    },
    showBusyErrors(isIncluded: (address: FieldAddress) => boolean): boolean {
      const { shown } = answers.getState();
      const busy = external.showBusy((address) => shown.has(address) && isIncluded(address));
      replaceSorted([...errors.values(), ...busy]);
      return busy.length > 0;
    },
    /** Moves errors with their rows; drops those of removed rows and of the group itself. */
    moveRows(move: MoveAddress) {
      latestAt = undefined;
      external.moveRows(move);
      const moved = [...errors.values()].flatMap((error) => {
        const address = move(error.address);
        return address === undefined ? [] : [setAddress(error, address)];
      });
      replaceSorted(moved);
    },
  };
}

const isSameError = (left: AnswerError | undefined, right: AnswerError | undefined): boolean =>
  left?.rule === right?.rule &&
  left?.text === right?.text &&
  JSON.stringify(left?.params) === JSON.stringify(right?.params);

/** Sorts errors in form order; the last one at an address wins. */
function sortByForm(list: readonly AnswerError[], { shown }: FormState): ErrorsByAddress {
  const byAddress = new Map(list.map((error) => [error.address, error]));
  return new Map(
    [...shown.keys()].flatMap((address) => {
      const error = byAddress.get(address);
      return error ? [[address, error] as const] : [];
    }),
  );
}
