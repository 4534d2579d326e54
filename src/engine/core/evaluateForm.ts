import type { Language } from '#schemas/common.ts';
import { childrenOf, type FormElement, type FormPage } from '#schemas/forms.ts';
import { rowAddress, type Address } from './address.ts';
import {
  answerOf,
  holds,
  sourcesOf,
  type Answers,
  type Read,
  type ReadWords,
} from './conditions.ts';
import { isEmptyAnswer, type AnyElementType, type CheckContext } from './element.ts';
import { unknownType, type Registry } from './registry.ts';

/** A shown element with its answer as it counts: as given, or worked out by its formula. */
export type Placed = {
  address: Address;
  element: FormElement;
  elementType: AnyElementType;
  value: unknown;
  isRequired: boolean;
};

/** What a form looks like with certain answers. */
export type FormState = {
  /** Shown elements by address, in form order, a group before those inside it. */
  shown: ReadonlyMap<Address, Placed>;
  /** Ids of the shown pages. */
  pages: ReadonlySet<string>;
};

/** Answers that may decide: those of shown elements, filled while the form is gone through. */
type Seen = Record<string, unknown>;

/** Whether a value can be a row of a group at all. */
export const isRow = (row: unknown): row is Answers =>
  typeof row === 'object' && row !== null && !Array.isArray(row);

/** A group's answer with as many rows as it must have, blank where none is given. What is no list stays as it is, to be refused. */
export function withRows(
  elementType: AnyElementType,
  element: FormElement,
  given: unknown,
): unknown {
  if (given !== undefined && !Array.isArray(given)) return given;
  const { min } = elementType.rows?.(element) ?? { min: 0 };
  const rows: unknown[] = given ?? [];
  return rows.length >= min
    ? rows
    : [...rows, ...Array.from({ length: min - rows.length }, () => ({}))];
}

/** The rows that answers can be read from; a row that is none counts as blank. */
export const rowsIn = (value: unknown): Answers[] =>
  Array.isArray(value) ? value.map((row: unknown) => (isRow(row) ? row : {})) : [];

function readFrom(seen: Seen, row?: Seen): Read {
  return (reference) => {
    const [id = '', inner] = reference.split('.');
    if (inner === undefined) return row && Object.hasOwn(row, id) ? row[id] : answerOf(seen, id);
    const rows = answerOf(seen, id);
    return Array.isArray(rows)
      ? rows.flatMap((each: Seen) => (Object.hasOwn(each, inner) ? [each[inner]] : []))
      : [];
  };
}

/** Elements by the references that formulas use for them. */
const references = new WeakMap<readonly FormPage[], ReadonlyMap<string, FormElement>>();

function elementNamed(pages: readonly FormPage[], reference: string): FormElement | undefined {
  const known =
    references.get(pages) ??
    new Map(
      pages
        .flatMap((page) => page.formElements)
        .flatMap((element) => [
          [element.id, element] as const,
          ...childrenOf(element).flatMap((child) => [
            [child.id, child] as const,
            [`${element.id}.${child.id}`, child] as const,
          ]),
        ]),
    );
  references.set(pages, known);
  return known.get(reference);
}

/** A text that is worked out is stored once, whatever language it is read in. */
const writtenIn: Language = 'de';

function wordsFrom(pages: readonly FormPage[], registry: Registry, read: Read): ReadWords {
  return (reference) => {
    const element = elementNamed(pages, reference);
    const elementType = element && registry.get(element.type);
    if (!element || !elementType) return [];
    const value = read(reference);
    const values: unknown[] = reference.includes('.') && Array.isArray(value) ? value : [value];
    return values.flatMap(
      (each) =>
        elementType.wordsOf?.(each, element, writtenIn) ?? (typeof each === 'string' ? each : []),
    );
  };
}

/**
 * Works out what is shown, required and computed. Pages and elements are decided in order, and a hidden element counts
 * as unanswered for what comes after it: what cannot be seen cannot decide. Rules and formulas look only at earlier
 * elements, so one pass is enough. Browser and server both run this (decisions.md, Forms: Validation).
 */
export function evaluateForm(
  pages: readonly FormPage[],
  registry: Registry,
  answers: Answers,
  context: CheckContext,
): FormState {
  const shown = new Map<Address, Placed>();
  const shownPages = new Set<string>();
  const seen: Seen = {};

  function place(element: FormElement, address: Address, given: unknown, read: Read, into: Seen) {
    if (element.visibleWhen && !holds(element.visibleWhen, read)) return;
    const elementType = registry.get(element.type) ?? unknownType;
    const value: unknown = elementType.compute
      ? elementType.compute(element, read, context, wordsFrom(pages, registry, read))
      : elementType.rows
        ? withRows(elementType, element, given)
        : given;
    const isRequired =
      element.required === true ||
      (element.requiredWhen !== undefined && holds(element.requiredWhen, read));
    shown.set(address, { address, element, elementType, value, isRequired });
    if (elementType.rows)
      into[element.id] = rowsIn(value).map((row, index) => placeRow(element, row, index));
    else if (!isEmptyAnswer(elementType, value)) into[element.id] = value; // nothing else is sent: what is empty here is missing there
  }

  function placeRow(group: FormElement, row: Answers, index: number): Seen {
    const seenHere: Seen = {};
    const read = readFrom(seen, seenHere);
    for (const child of childrenOf(group))
      place(child, rowAddress(group.id, index, child.id), answerOf(row, child.id), read, seenHere);
    return seenHere;
  }

  const read = readFrom(seen);
  for (const page of pages) {
    if (page.visibleWhen && !holds(page.visibleWhen, read)) continue;
    shownPages.add(page.id);
    for (const element of page.formElements)
      place(element, element.id, answerOf(answers, element.id), read, seen);
  }
  return { shown, pages: shownPages };
}

/** Everything the rules and formulas of an element look at. */
export function sourcesOfElement(element: FormElement, registry: Registry): string[] {
  const conditions = [element.visibleWhen, element.requiredWhen].flatMap((condition) =>
    condition ? sourcesOf(condition) : [],
  );
  return [...conditions, ...(registry.get(element.type)?.sourcesOf?.(element) ?? [])];
}

/** Ids of all elements whose answers decide about others, a group's own id with those of its elements. */
export function decidingIds(pages: readonly FormPage[], registry: Registry): ReadonlySet<string> {
  const sources = pages.flatMap((page) => [
    ...(page.visibleWhen ? sourcesOf(page.visibleWhen) : []),
    ...page.formElements.flatMap((element) =>
      [element, ...childrenOf(element)].flatMap((each) => sourcesOfElement(each, registry)),
    ),
  ]);
  return new Set(sources.flatMap((source) => source.split('.')));
}
