import type { FormPage } from '#schemas/forms.ts';
import { partsOf, rowAddress, type Address } from './address.ts';
import { answerOf, type Answers } from './conditions.ts';
import { isAsked, type CheckContext } from './element.ts';
import {
  decidingIds,
  evaluateForm,
  rowsIn,
  withRows,
  type FormState,
  type Placed,
} from './evaluateForm.ts';
import { newKey } from './newKey.ts';
import type { Registry } from './registry.ts';
import {
  answersThatCount,
  isEmpty,
  validateElement,
  type AnswerError,
  type CompiledCheck,
  type ValidationResult,
} from './validateAnswers.ts';

export type AnswerStoreOptions = {
  pages: readonly FormPage[];
  registry: Registry;
  initial?: Answers;
  check: CompiledCheck;
  context: () => CheckContext;
};

/** How far the visitor has come: required elements that are shown, and how many of them are answered. */
export type Progress = { answered: number; required: number };

type Listener = () => void;
type Errors = ReadonlyMap<Address, AnswerError>;

/** What is drawn of one element. */
export type ElementState = {
  value: unknown;
  error: AnswerError | undefined;
  isVisible: boolean;
  isRequired: boolean;
};

/** Names a row of a group wherever it is moved, also in the draft. */
export type RowKey = string;

/** The names of the rows of each group, in order. */
export type RowKeys = Readonly<Record<string, readonly RowKey[]>>;

/** Where an answer stands for good: its address, with the row named by its key. */
export type Place = string;

const noRows: readonly RowKey[] = [];

export type AnswerStore = ReturnType<typeof createAnswerStore>;

/**
 * Holds the answers of one form while it is filled in. A key stroke touches one element and tells only those who
 * watch that element, so its cost does not grow with the form; what depends on the whole form (visibility, computed
 * values, progress) is worked out only when it can have changed.
 */
export function createAnswerStore({
  pages,
  registry,
  initial = {},
  check,
  context,
}: AnswerStoreOptions) {
  const deciding = decidingIds(pages, registry);
  const known = new Map(
    pages.flatMap((page) => page.formElements).map((element) => [element.id, element]),
  );
  const answers: Record<string, unknown> = { ...initial };
  let state: FormState = evaluateForm(pages, registry, answers, context());
  let errors: Errors = new Map();
  /** Errors that no rule here can find, each with the answer it is about. */
  const told = new Map<Address, { error: AnswerError; value: unknown } | 'busy'>();
  const busy = new Map<Address, string>();
  /** Where leaving an element has found something new. */
  let justFoundAt: Address | undefined;
  let progress: Progress | undefined;

  const rowKeys = new Map<string, readonly RowKey[]>();

  const elementStates = new Map<Address, ElementState>();
  const addressListeners = new Map<Address, Set<Listener>>();
  const changeListeners = new Set<(elementId: string) => void>();
  const outlineListeners = new Set<Listener>();

  const notify = (address: Address) =>
    addressListeners.get(address)?.forEach((listener) => listener());
  const notifyOutline = () => {
    progress = undefined;
    outlineListeners.forEach((listener) => listener());
  };
  /** `elementId` is the id that the draft keeps: a group's answer is kept as a whole. */
  const tellChange = (elementId: string) =>
    changeListeners.forEach((listener) => listener(elementId));

  function get(address: Address): unknown {
    const placed = state.shown.get(address);
    if (placed?.elementType.compute) return placed.value;
    const { elementId, group } = partsOf(address);
    if (!group) return answerOf(answers, elementId);
    const row: unknown = (answers[group.id] as unknown[] | undefined)?.[group.row];
    return row ? answerOf(row as Answers, elementId) : undefined;
  }

  /** The element with its answer of this moment, also between two evaluations. */
  function placedAt(address: Address): Placed | undefined {
    const placed = state.shown.get(address);
    if (!placed) return undefined;
    const { elementType, element } = placed;
    return {
      ...placed,
      value: elementType.rows ? withRows(elementType, element, get(address)) : get(address),
    };
  }

  function isAnswered(address: Address): boolean {
    const placed = placedAt(address);
    return placed !== undefined && isAsked(placed.elementType) && !isEmpty(placed);
  }

  /** Answered, and nothing known to be wrong with it. */
  const isDone = (address: Address): boolean => isAnswered(address) && !errors.has(address);

  function groupRows(groupId: string): Answers[] {
    const group = known.get(groupId);
    const elementType = group && registry.get(group.type);
    return group && elementType?.rows ? rowsIn(withRows(elementType, group, answers[groupId])) : [];
  }

  function put(address: Address, value: unknown) {
    const { elementId, group } = partsOf(address);
    if (!group) {
      if (value === undefined) delete answers[elementId];
      else answers[elementId] = value;
      return;
    }
    const { [elementId]: _, ...others } = groupRows(group.id)[group.row] ?? {};
    answers[group.id] = groupRows(group.id).with(
      group.row,
      value === undefined ? others : { ...others, [elementId]: value },
    );
  }

  /** Works everything out again and tells whom it concerns; whether anything has changed. */
  function evaluate(): boolean {
    const before = state.shown;
    state = evaluateForm(pages, registry, answers, context());
    let hasChanged = false;
    for (const address of new Set([...before.keys(), ...state.shown.keys()])) {
      const [was, is] = [before.get(address), state.shown.get(address)];
      const isSame =
        was && is
          ? was.isRequired === is.isRequired && (!is.elementType.compute || was.value === is.value)
          : was === is;
      if (isSame) continue;
      hasChanged = true;
      notify(address);
    }
    return hasChanged;
  }

  function setErrors(next: Errors) {
    const before = errors;
    errors = next;
    for (const address of new Set([...before.keys(), ...next.keys()]))
      if (before.get(address) !== next.get(address)) notify(address);
    notifyOutline();
  }

  const validateAt = (address: Address): AnswerError | undefined => {
    const placed = placedAt(address);
    return placed && validateElement(placed, check, context());
  };

  /** What was told of an answer, as long as that is the same or its element is still at work. */
  function toldOf(address: Address): AnswerError | undefined {
    const known = told.get(address);
    const rule = busy.get(address);
    if (known === 'busy' && rule !== undefined) return { address, pointer: `/${address}`, rule };
    if (
      known !== undefined &&
      known !== 'busy' &&
      JSON.stringify(known.value) === JSON.stringify(get(address))
    )
      return known.error;
    told.delete(address);
    return undefined;
  }

  const isSameError = (left: AnswerError | undefined, right: AnswerError | undefined): boolean =>
    left?.rule === right?.rule &&
    left?.text === right?.text &&
    JSON.stringify(left?.params) === JSON.stringify(right?.params);

  /** Errors at these addresses come, change or go as the answers now stand. */
  function recheck(addresses: Iterable<Address>, isLeft = false) {
    const next = new Map(errors);
    for (const address of addresses) {
      const found = state.shown.has(address) ? (toldOf(address) ?? validateAt(address)) : undefined;
      if (isSameError(found, next.get(address))) continue;
      if (found) next.set(address, found);
      else next.delete(address);
      if (isLeft || address === justFoundAt) justFoundAt = isLeft && found ? address : undefined;
    }
    if (
      next.size !== errors.size ||
      [...next].some(([address, error]) => errors.get(address) !== error)
    )
      setErrors(next);
  }

  /** Rows have come, gone or changed places: everything inside the group may stand elsewhere now. */
  function setRows(groupId: string, rows: Answers[], keys: readonly RowKey[]) {
    const before = keysOf(groupId);
    justFoundAt = undefined;
    answers[groupId] = rows;
    rowKeys.set(groupId, keys);
    evaluate();
    for (const address of addressListeners.keys())
      if (address === groupId || address.startsWith(`${groupId}/`)) notify(address);

    /** Where an address of before is now; undefined where its row has gone, or the error was about the rows themselves. */
    function movedTo(address: Address): Address | undefined {
      const { elementId, group } = partsOf(address);
      if (group?.id !== groupId) return address === groupId ? undefined : address;
      const row = keys.indexOf(before[group.row] ?? '');
      return row === -1 ? undefined : rowAddress(groupId, row, elementId);
    }
    const moved = (error: AnswerError, address: Address): AnswerError =>
      error.address === address
        ? error
        : {
            ...error,
            address,
            pointer: `/${address}${error.pointer.slice(error.address.length + 1)}`,
          };
    const toldBefore = [...told];
    told.clear();
    for (const [from, known] of toldBefore) {
      const to = movedTo(from);
      if (to !== undefined)
        told.set(to, known === 'busy' ? known : { ...known, error: moved(known.error, to) });
    }
    setErrors(
      inFormOrder(
        [...errors.values()].flatMap((error) => {
          const to = movedTo(error.address);
          return to === undefined ? [] : [moved(error, to)];
        }),
      ),
    );
    tellChange(groupId);
  }

  function keysOf(groupId: string): readonly RowKey[] {
    const keys = rowKeys.get(groupId) ?? noRows;
    const count = groupRows(groupId).length;
    if (keys.length === count) return keys;
    const fitting = keys.slice(0, count);
    // Rows that nobody has added are named by count, so that they have the same names after a reload.
    for (let number = 0; fitting.length < count; number += 1)
      if (!fitting.includes(String(number))) fitting.push(String(number));
    rowKeys.set(groupId, fitting);
    return fitting;
  }

  const note = (error: AnswerError) =>
    told.set(error.address, { error, value: get(error.address) });

  const inFormOrder = (list: Iterable<AnswerError>): Errors => {
    const byAddress = new Map([...list].map((error) => [error.address, error]));
    return new Map(
      [...state.shown.keys()].flatMap((address) => {
        const error = byAddress.get(address);
        return error ? [[address, error] as const] : [];
      }),
    );
  };

  const isVisible = (address: Address): boolean => state.shown.has(address);
  const isRequired = (address: Address): boolean => state.shown.get(address)?.isRequired ?? false;

  function stateOf(address: Address): ElementState {
    const was = elementStates.get(address);
    const is = {
      value: get(address),
      error: errors.get(address),
      isVisible: isVisible(address),
      isRequired: isRequired(address),
    };
    if (
      was &&
      Object.is(was.value, is.value) &&
      was.error === is.error &&
      was.isVisible === is.isVisible &&
      was.isRequired === is.isRequired
    )
      return was;
    elementStates.set(address, is);
    return is;
  }

  return {
    get,
    /** All that is drawn of an element: the same object until some of it changes. */
    stateOf,
    /** Everything typed, hidden or not: what a draft keeps. */
    answers: (): Record<string, unknown> => ({ ...answers }),
    /** Shown elements in form order with the answers of this moment. */
    placed: (): Placed[] => [...evaluateForm(pages, registry, answers, context()).shown.values()],
    isVisible,
    isRequired,
    isPageVisible: (pageId: string): boolean => state.pages.has(pageId),
    /** Shown elements in form order; their answers are those of the last evaluation. */
    shown: (): FormState['shown'] => state.shown,
    isDone,
    errorOf: (address: Address): AnswerError | undefined => errors.get(address),
    errors: (): Errors => errors,
    /** What leaving an element has found or changed last, until it is mended or all is checked. */
    justFound: (): AnswerError | undefined =>
      justFoundAt === undefined ? undefined : errors.get(justFoundAt),

    /**
     * Takes one answer; `undefined` takes it away. An error goes as soon as it is mended, a new one waits for `leave`.
     * `isShown`: the field shows it already, so that the state of its element is another one only when more has changed.
     */
    set(address: Address, value: unknown, { isShown = false } = {}) {
      const { elementId, group } = partsOf(address);
      const wasAnswered = isAnswered(address);
      put(address, value);
      const drawn = elementStates.get(address);
      if (isShown && drawn) drawn.value = get(address);
      const hasDecided =
        (deciding.has(elementId) || (group !== undefined && deciding.has(group.id))) && evaluate();
      notify(address);
      if (hasDecided && errors.size > 0) recheck(errors.keys());
      else if (errors.has(address)) recheck([address]);
      if (hasDecided || wasAnswered !== isAnswered(address)) notifyOutline();
      tellChange(group?.id ?? elementId);
    },

    /** The visitor has left an element: now its error may be shown. An element left untouched and empty stays quiet. */
    leave(address: Address) {
      if (isAnswered(address) || errors.has(address)) recheck([address], true);
    },

    /** Takes over answers from elsewhere (a draft, another tab), rows with their names, without counting as typing. */
    adopt(incoming: Answers, names: RowKeys = {}) {
      for (const [id, value] of Object.entries(incoming)) if (known.has(id)) put(id, value);
      for (const [id, keys] of Object.entries(names)) if (known.has(id)) rowKeys.set(id, keys);
      evaluate();
      for (const address of addressListeners.keys())
        if (Object.hasOwn(incoming, address.split('/')[0] ?? '')) notify(address);
      if (errors.size > 0) recheck(errors.keys());
      notifyOutline();
    },

    /** The rows of a group, each by a name that stays its own. */
    rows: keysOf,
    placeOf(address: Address): Place {
      const { elementId, group } = partsOf(address);
      return group ? `${group.id}/${keysOf(group.id)[group.row]}/${elementId}` : elementId;
    },
    /** Whether there still is such an element, and the row it stands in. */
    hasPlace(place: Place): boolean {
      const [first = '', key] = place.split('/');
      return known.has(first) && (key === undefined || keysOf(first).includes(key));
    },
    addRow(groupId: string) {
      const keys = keysOf(groupId);
      setRows(groupId, [...groupRows(groupId), {}], [...keys, newKey()]);
    },
    /** Takes a row away; the function it answers puts it back as it was. */
    removeRow(groupId: string, row: number) {
      const [keys, rows] = [keysOf(groupId), groupRows(groupId)];
      const [key, removed] = [keys[row], rows[row]];
      if (key === undefined || removed === undefined) return () => undefined;
      setRows(groupId, rows.toSpliced(row, 1), keys.toSpliced(row, 1));
      return () =>
        setRows(
          groupId,
          groupRows(groupId).toSpliced(row, 0, removed),
          keysOf(groupId).toSpliced(row, 0, key),
        );
    },
    moveRow(groupId: string, from: number, to: number) {
      const moved = <T>(list: readonly T[]): T[] =>
        list.toSpliced(from, 1).toSpliced(to, 0, list[from] as T); // from is a row of the list
      const keys = keysOf(groupId);
      setRows(groupId, moved(groupRows(groupId)), moved(keys));
    },

    /** Checks what is shown, or only a part of it, and shows every error found there. */
    validate(isMeant: (placed: Placed) => boolean = () => true): ValidationResult {
      evaluate();
      const meant = [...state.shown.values()].filter(isMeant);
      const found = meant.flatMap((placed) => validateElement(placed, check, context()) ?? []);
      const checked = new Set(meant.map(({ address }) => address));
      const elsewhere = [...errors.values()].filter(({ address }) => !checked.has(address));
      justFoundAt = undefined;
      setErrors(
        inFormOrder([
          ...elsewhere,
          ...found,
          ...meant.flatMap(({ address }) => toldOf(address) ?? []),
        ]),
      );
      return { answers: answersThatCount(state), state, errors: found };
    },

    /** Shows errors that the server found, and nothing else any more. Each stays until its answer is another. */
    showErrors(list: readonly AnswerError[]) {
      told.clear();
      justFoundAt = undefined;
      for (const error of list) note(error);
      setErrors(inFormOrder(list));
    },
    /** Shows one more error that no rule here can find. It stays until the answer is another. */
    tell(error: AnswerError) {
      note(error);
      justFoundAt = error.address;
      setErrors(inFormOrder([...errors.values(), error]));
    },

    /** The element is at work, or its answer cannot be sent as it is; `rule` says why, none that it is over. */
    setBusy(address: Address, rule: string | undefined) {
      if (rule === undefined) busy.delete(address);
      else busy.set(address, rule);
      if (told.get(address) === 'busy') recheck([address]);
    },
    /** Shows what is still at work among what is meant, as long as it is; whether there is any. */
    tellBusy(isMeant: (address: Address) => boolean = () => true): boolean {
      const atWork = [...busy.keys()].filter((address) => isVisible(address) && isMeant(address));
      for (const address of atWork) told.set(address, 'busy');
      setErrors(
        inFormOrder([...errors.values(), ...atWork.flatMap((address) => toldOf(address) ?? [])]),
      );
      return atWork.length > 0;
    },

    progress(): Progress {
      if (progress) return progress;
      progress = { answered: 0, required: 0 };
      for (const { address, isRequired, elementType } of state.shown.values()) {
        if (!isRequired || !isAsked(elementType)) continue;
        progress.required += 1;
        if (isDone(address)) progress.answered += 1;
      }
      return progress;
    },

    /** Value, error, visibility or rows at one address. Answers the function that ends it, as the two below do. */
    subscribe(address: Address, listener: Listener) {
      const listeners = addressListeners.get(address) ?? new Set();
      addressListeners.set(address, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        addressListeners.delete(address);
        elementStates.delete(address);
      };
    },
    /** Every answer the visitor gives, by the id of its element or group. */
    onChange(listener: (elementId: string) => void) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    /** Progress, visibility of anything, errors of anything. */
    onOutline(listener: Listener) {
      outlineListeners.add(listener);
      return () => void outlineListeners.delete(listener);
    },
  };
}
