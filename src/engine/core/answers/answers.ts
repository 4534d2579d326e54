import type { FormPage } from '#schemas/forms/forms.ts';
import type { CheckContext } from '../element.ts';
import { getAnswer, type Answers } from '../evaluation/conditions.ts';
import {
  evaluateForm,
  padRows,
  readRows,
  type FormState,
  type ShownElement,
} from '../evaluation/evaluateForm.ts';
import { parseAddress, type FieldAddress } from '../fieldAddress.ts';
import { cleanValue } from './cleanAnswers.ts';
import type { Registry } from '../registry.ts';

export type AnswersOptions = {
  pages: readonly FormPage[];
  registry: Registry;
  initial?: Answers;
  /** Called on every evaluation. */
  context: () => CheckContext;
};

export type AnswerValues = ReturnType<typeof createAnswers>;

/**
 * Holds the values of one form and what they show. Writing a value does not evaluate the form:
 * callers do so if the value can change what is visible.
 */
export function createAnswers({ pages, registry, initial = {}, context }: AnswersOptions) {
  const elements = new Map(
    pages.flatMap((page) => page.formElements).map((element) => [element.id, element]),
  );
  const values: Record<string, unknown> = { ...initial };
  let state: FormState = evaluateForm(pages, registry, values, context());

  function get(address: FieldAddress): unknown {
    const shown = state.shown.get(address);
    if (shown?.elementType.computed) return shown.value;
    const { elementId, group } = parseAddress(address);
    if (!group) return getAnswer(values, elementId);
    const row: unknown = (values[group.id] as unknown[] | undefined)?.[group.row];
    return row ? getAnswer(row as Answers, elementId) : undefined;
  }

  function getRows(groupId: string): Answers[] {
    const group = elements.get(groupId);
    const elementType = group && registry.get(group.type);
    return group && elementType?.rows ? readRows(padRows(elementType, group, values[groupId])) : [];
  }

  function put(address: FieldAddress, value: unknown) {
    const { elementId, group } = parseAddress(address);
    if (!group) {
      if (value === undefined) delete values[elementId];
      else values[elementId] = value;
      return;
    }
    const rows = getRows(group.id);
    const { [elementId]: _, ...others } = rows[group.row] ?? {};
    const row = value === undefined ? others : { ...others, [elementId]: value };
    values[group.id] = rows.with(group.row, row);
  }

  /** Returns the answer of a shown element with what was typed cleaned; '' becomes no answer. */
  function getCleaned(address: FieldAddress): unknown {
    const shown = state.shown.get(address);
    const value = get(address);
    if (!shown) return value;
    const cleaned = cleanValue(shown.elementType, shown.element, value);
    return cleaned === '' ? undefined : cleaned;
  }

  /**
   * Evaluates the form; returns the addresses whose visibility, requirement or computed value
   * changed.
   */
  function evaluate(): FieldAddress[] {
    const before = state.shown;
    state = evaluateForm(pages, registry, values, context());
    const addresses = new Set([...before.keys(), ...state.shown.keys()]);
    return [...addresses].filter((each) => !isSame(before.get(each), state.shown.get(each)));
  }

  return {
    get,
    getCleaned,
    getRows,
    put,
    putRows: (groupId: string, rows: readonly Answers[]) => void (values[groupId] = rows),
    evaluate,
    evaluateShown: () => [...evaluateForm(pages, registry, values, context()).shown.values()],
    getState: (): FormState => state,
    getAnswers: (): Record<string, unknown> => ({ ...values }),
    hasElement: (elementId: string): boolean => elements.has(elementId),
  };
}

/** Compares everything that is drawn of an element, except for a typed value. */
const isSame = (before: ShownElement | undefined, after: ShownElement | undefined): boolean =>
  before && after
    ? before.isRequired === after.isRequired &&
      (!after.elementType.computed || before.value === after.value)
    : before === after;

/** Returns a visible element with its current value, also between two evaluations. */
export function getCurrentElement(
  answers: AnswerValues,
  address: FieldAddress,
): ShownElement | undefined {
  const shown = answers.getState().shown.get(address);
  if (!shown) return undefined;
  const value = answers.get(address);
  const { elementType, element } = shown;
  return { ...shown, value: elementType.rows ? padRows(elementType, element, value) : value };
}
