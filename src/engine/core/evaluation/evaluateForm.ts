import type { Language } from '#schemas/platform/common.ts';
import { listChildren, type FormElement, type FormPage } from '#schemas/forms/forms.ts';
import { formatRowAddress, type FieldAddress } from '../fieldAddress.ts';
import {
  getAnswer,
  evaluateCondition,
  listSources,
  type Answers,
  type ReadAnswer,
  type ReadTexts,
} from './conditions.ts';
import { isEmptyAnswer, type AnyElementType, type CheckContext } from '../element.ts';
import { unknownType, type Registry } from '../registry.ts';

/** A visible element with its answer, given or computed. */
export type ShownElement = {
  address: FieldAddress;
  element: FormElement;
  elementType: AnyElementType;
  value: unknown;
  isRequired: boolean;
};

/** The state of a form for given answers. */
export type FormState = {
  /** Visible elements by address, in form order, a group before its children. */
  shown: ReadonlyMap<FieldAddress, ShownElement>;
  /** Ids of the visible pages. */
  pages: ReadonlySet<string>;
};

/** Answers of the visible elements evaluated so far; conditions read these. */
type Seen = Record<string, unknown>;

/** Returns true if a value has the shape of a group's row. */
export const isRow = (row: unknown): row is Answers =>
  typeof row === 'object' && row !== null && !Array.isArray(row);

/**
 * Pads a group's answer with empty rows up to the minimum. Returns other values unchanged, so that
 * validation rejects them.
 */
export function padRows(
  elementType: AnyElementType,
  element: FormElement,
  given: unknown,
): unknown {
  if (given !== undefined && !Array.isArray(given)) return given;
  const { min } = elementType.rows?.getRange(element) ?? { min: 0 };
  const rows: unknown[] = given ?? [];
  return rows.length >= min
    ? rows
    : [...rows, ...Array.from({ length: min - rows.length }, () => ({}))];
}

/** Returns the rows of a group's answer; a malformed row counts as empty. */
export const readRows = (value: unknown): Answers[] =>
  Array.isArray(value) ? value.map((row: unknown) => (isRow(row) ? row : {})) : [];

function createReader(seen: Seen, row?: Seen): ReadAnswer {
  return (reference) => {
    const [id = '', inner] = reference.split('.');
    if (inner === undefined) return row && Object.hasOwn(row, id) ? row[id] : getAnswer(seen, id);
    const rows = getAnswer(seen, id);
    return Array.isArray(rows)
      ? rows.flatMap((each: Seen) => (Object.hasOwn(each, inner) ? [each[inner]] : []))
      : [];
  };
}

/** Elements by the references that formulas use for them. */
const references = new WeakMap<readonly FormPage[], ReadonlyMap<string, FormElement>>();

function findReferenced(pages: readonly FormPage[], reference: string): FormElement | undefined {
  const known =
    references.get(pages) ??
    new Map(
      pages
        .flatMap((page) => page.formElements)
        .flatMap((element) => [
          [element.id, element] as const,
          ...listChildren(element).flatMap((child) => [
            [child.id, child] as const,
            [`${element.id}.${child.id}`, child] as const,
          ]),
        ]),
    );
  references.set(pages, known);
  return known.get(reference);
}

/** A computed text is stored once, independent of the reader's language. */
const writtenIn: Language = 'de';

function createTextReader(
  pages: readonly FormPage[],
  registry: Registry,
  read: ReadAnswer,
): ReadTexts {
  return (reference) => {
    const element = findReferenced(pages, reference);
    const elementType = element && registry.get(element.type);
    if (!element || !elementType) return [];
    const value = read(reference);
    const values: unknown[] = reference.includes('.') && Array.isArray(value) ? value : [value];
    return values.flatMap(
      (each) =>
        elementType.formatInline?.(each, element, writtenIn) ??
        (typeof each === 'string' ? each : []),
    );
  };
}

const readGiven = (elementType: AnyElementType, element: FormElement, given: unknown): unknown =>
  elementType.rows ? padRows(elementType, element, given) : given;

const isElementRequired = ({ required, requiredWhen }: FormElement, read: ReadAnswer): boolean =>
  required === true || (requiredWhen !== undefined && evaluateCondition(requiredWhen, read));

/**
 * Computes what is visible, required and calculated. Pages and elements are evaluated in order. A
 * hidden element counts as unanswered for later conditions. Conditions and formulas read earlier
 * elements only, so one pass is enough. Browser and server both run this
 * (docs/behaviour/forms.md#conditions).
 */
export function evaluateForm(
  pages: readonly FormPage[],
  registry: Registry,
  answers: Answers,
  context: CheckContext,
): FormState {
  const shown = new Map<FieldAddress, ShownElement>();
  const shownPages = new Set<string>();
  const seen: Seen = {};

  function place(
    element: FormElement,
    address: FieldAddress,
    given: unknown,
    read: ReadAnswer,
    into: Seen,
  ) {
    if (element.visibleWhen && !evaluateCondition(element.visibleWhen, read)) return;
    const elementType = registry.get(element.type) ?? unknownType;
    const value: unknown = elementType.computed
      ? elementType.computed.evaluate(
          element,
          read,
          context,
          createTextReader(pages, registry, read),
        )
      : readGiven(elementType, element, given);
    const isRequired = isElementRequired(element, read);
    shown.set(address, { address, element, elementType, value, isRequired });
    if (elementType.rows)
      into[element.id] = readRows(value).map((row, index) => placeRow(element, row, index));
    // the server receives no empty answers, so conditions ignore them here too
    else if (!isEmptyAnswer(elementType, value)) into[element.id] = value;
  }

  function placeRow(group: FormElement, row: Answers, index: number): Seen {
    const seenHere: Seen = {};
    const read = createReader(seen, seenHere);
    for (const child of listChildren(group))
      place(
        child,
        formatRowAddress(group.id, index, child.id),
        getAnswer(row, child.id),
        read,
        seenHere,
      );
    return seenHere;
  }

  const read = createReader(seen);
  for (const page of pages) {
    if (page.visibleWhen && !evaluateCondition(page.visibleWhen, read)) continue;
    shownPages.add(page.id);
    for (const element of page.formElements)
      place(element, element.id, getAnswer(answers, element.id), read, seen);
  }
  return { shown, pages: shownPages };
}

/** Returns the references that conditions and formulas of an element read. */
function listElementSources(element: FormElement, registry: Registry): string[] {
  const conditions = [element.visibleWhen, element.requiredWhen].flatMap((condition) =>
    condition ? listSources(condition) : [],
  );
  return [...conditions, ...(registry.get(element.type)?.computed?.listSources(element) ?? [])];
}

/** Returns the ids of elements that others depend on, with the ids of their groups. */
export function listDecidingIds(
  pages: readonly FormPage[],
  registry: Registry,
): ReadonlySet<string> {
  const sources = pages.flatMap((page) => [
    ...(page.visibleWhen ? listSources(page.visibleWhen) : []),
    ...page.formElements.flatMap((element) =>
      [element, ...listChildren(element)].flatMap((each) => listElementSources(each, registry)),
    ),
  ]);
  return new Set(sources.flatMap((source) => source.split('.')));
}
