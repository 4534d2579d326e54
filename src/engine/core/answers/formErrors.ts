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
  const displayed = createDisplayedErrors(answers, onChange);
  const { getErrors } = displayed;

  function findError(address: FieldAddress): AnswerError | undefined {
    const element = getCurrentElement(answers, address);
    return element && (external.find(address) ?? validateElement(element, check, context()));
  }
  const recheck = (addresses: Iterable<FieldAddress>, { isLeft = false } = {}) =>
    displayed.recheck(addresses, findError, isLeft);

  return {
    recheck,
    recheckAll: () => recheck(getErrors().keys()),
    getErrors,
    getLatestError: displayed.getLatestError,
    /** Returns true if the element has displayed an error, corrected or not. */
    wasReported: displayed.wasReported,

    /** Validates the given elements and displays their errors; errors of other elements stay. */
    validate(elements: readonly ShownElement[]): AnswerError[] {
      const found = elements.flatMap((each) => validateElement(each, check, context()) ?? []);
      const addresses = elements.map(({ address }) => address);
      const checked = new Set(addresses);
      const others = [...getErrors().values()].filter(({ address }) => !checked.has(address));
      displayed.replace([
        ...others,
        ...found,
        ...addresses.flatMap((address) => external.find(address) ?? []),
      ]);
      return found;
    },
    setExternalErrors(list: readonly AnswerError[]) {
      external.clear();
      list.forEach(external.add);
      displayed.replace(list);
    },
    addExternalError(error: AnswerError) {
      external.add(error);
      displayed.replace([...getErrors().values(), error], error.address);
    },
    setBusy(address: FieldAddress, rule: string | undefined) {
      external.setBusy(address, rule);
      if (external.isBusyShown(address)) recheck([address]);
    },
    showBusyErrors(isIncluded: (address: FieldAddress) => boolean): boolean {
      const { shown } = answers.getState();
      const busy = external.showBusy((address) => shown.has(address) && isIncluded(address));
      displayed.replace([...getErrors().values(), ...busy], displayed.getLatestAddress());
      return busy.length > 0;
    },
    /** Moves errors with their rows; drops those of removed rows and of the group itself. */
    moveRows(move: MoveAddress) {
      external.moveRows(move);
      displayed.moveReported(move);
      displayed.replace(moveErrors(getErrors(), move));
    },
  };
}

/** Holds the displayed errors in form order, and the address of the newest one. */
function createDisplayedErrors(answers: AnswerValues, onChange: FormErrorsOptions['onChange']) {
  let errors: ErrorsByAddress = new Map();
  /** Address of the newest error that `leave` or `addExternalError` displayed. */
  let latestAt: FieldAddress | undefined;
  let reported = new Set<FieldAddress>();

  function set(next: ErrorsByAddress) {
    const before = errors;
    errors = next;
    for (const address of next.keys()) reported.add(address);
    const addresses = new Set([...before.keys(), ...next.keys()]);
    onChange([...addresses].filter((each) => before.get(each) !== next.get(each)));
  }

  return {
    getErrors: (): ErrorsByAddress => errors,
    wasReported: (address: FieldAddress): boolean => reported.has(address),
    moveReported(move: MoveAddress) {
      reported = new Set([...reported].flatMap((address) => move(address) ?? []));
    },
    getLatestAddress: (): FieldAddress | undefined => latestAt,
    getLatestError: (): AnswerError | undefined =>
      latestAt === undefined ? undefined : errors.get(latestAt),
    replace(list: readonly AnswerError[], newestAt?: FieldAddress) {
      latestAt = newestAt;
      set(sortByForm(list, answers.getState()));
    },
    /** Updates the errors at the given addresses. `isLeft`: the visitor left an element there. */
    recheck(
      addresses: Iterable<FieldAddress>,
      findError: (address: FieldAddress) => AnswerError | undefined,
      isLeft: boolean,
    ) {
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
      if (hasChanged) set(next);
    },
  };
}

const moveErrors = (errors: ErrorsByAddress, move: MoveAddress): AnswerError[] =>
  [...errors.values()].flatMap((error) => {
    const address = move(error.address);
    return address === undefined ? [] : [setAddress(error, address)];
  });

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
