import type { Condition } from '#schemas/forms/conditions.ts';
import { evaluateCondition, isRowsReference } from '../../evaluation/conditions.ts';
import type { LintRule } from '../finding.ts';
import { isComputed, type LintedElement, type LintedForm, type Reference } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';
import { maxCombinations, sampleReadAnswers } from '../sampleAnswers.ts';

/** Limits of the search. Beyond them an element counts as reachable. */
const maxDependencies = 12;
const maxComparisons = 24;

/** Lists the conditions under which an element is visible: its page's, its group's and its own. */
function listConditions({ pages }: LintedForm, entry: LintedElement): Condition[] {
  return [
    pages[entry.page]?.page.visibleWhen,
    entry.group?.element.visibleWhen,
    entry.element.visibleWhen,
  ].flatMap((condition) => condition ?? []);
}

/** Lists the comparisons about an element, its group and its page. */
const listVisibilityReferences = (
  { referencesFrom }: LintedForm,
  entry: LintedElement,
): Reference[] =>
  [entry, entry.group, entry.page]
    .flatMap((from) => (from === undefined ? [] : (referencesFrom.get(from) ?? [])))
    .filter(({ isAboutShowing }) => isAboutShowing);

/**
 * Lists everything an element depends on, also indirectly, in form order. Returns `undefined` when
 * a part is unknown, such as the visibility of an element in each of many rows.
 */
function listDependencies(
  form: LintedForm,
  entry: LintedElement,
): { decider: LintedElement; source: string }[] | undefined {
  const found = new Map<LintedElement, string>();
  function collect(each: LintedElement, isInManyRows: boolean): boolean {
    return listVisibilityReferences(form, each).every(({ target, source }) => {
      if (!target || target.index >= each.index || isComputed(target)) return false;
      const isOfRow = target.group !== undefined && !isRowsReference(source);
      if (isOfRow && isInManyRows) return false;
      if (found.has(target)) return found.get(target) === source;
      found.set(target, source);
      return found.size <= maxDependencies && collect(target, isRowsReference(source));
    });
  }
  return collect(entry, false)
    ? [...found]
        .map(([decider, source]) => ({ decider, source }))
        .sort((one, other) => one.decider.index - other.decider.index)
    : undefined;
}

function* listCombinations(lists: readonly (readonly unknown[])[]): Generator<unknown[], void> {
  const [first, ...rest] = lists;
  if (!first) {
    yield [];
    return;
  }
  for (const tail of listCombinations(rest)) for (const value of first) yield [value, ...tail];
}

type IsShown = (each: LintedElement) => boolean;
type Read = (source: string) => unknown;

/**
 * Returns true if some combination of sample answers passes the test, or if that is unknown. The
 * samples cover all outcomes of the comparisons.
 */
function canBe(
  form: LintedForm,
  entry: LintedElement,
  test: (isShown: IsShown, read: Read) => boolean,
): boolean {
  const deciders = listConditions(form, entry).length === 0 ? [] : listDependencies(form, entry);
  if (!deciders) return true;
  const comparisons = [...deciders.map(({ decider }) => decider), entry].flatMap((each) =>
    listVisibilityReferences(form, each),
  );
  if (comparisons.length > maxComparisons) return true;
  const read = deciders.map(({ decider, source }) =>
    sampleReadAnswers(
      source,
      decider,
      comparisons.flatMap(({ target, comparison }) =>
        target === decider && comparison ? [comparison] : [],
      ),
    ),
  );
  const answers = read.flatMap((each) => (each ? [each] : []));
  if (
    answers.length < read.length ||
    answers.reduce((product, { length }) => product * length, 1) > maxCombinations
  )
    return true;
  for (const combination of listCombinations(answers)) {
    const seen: Record<string, unknown> = {};
    const isShown = (each: LintedElement) =>
      listConditions(form, each).every((condition) =>
        evaluateCondition(condition, (source) => seen[source]),
      );
    deciders.forEach(({ decider, source }, index) => {
      if (isShown(decider)) seen[source] = combination[index];
    });
    if (test(isShown, (source) => seen[source])) return true;
  }
  return false;
}

const canBeVisible = (form: LintedForm, entry: LintedElement): boolean =>
  canBe(form, entry, (isShown) => isShown(entry));

/** Returns true if an element's own rule can hide it while its page and group are shown. */
function canBeHidden(form: LintedForm, entry: LintedElement): boolean {
  const { visibleWhen } = entry.element;
  const around = [form.pages[entry.page]?.page.visibleWhen, entry.group?.element.visibleWhen];
  return canBe(
    form,
    entry,
    (_, read) =>
      around.every((condition) => !condition || evaluateCondition(condition, read)) &&
      !(visibleWhen && evaluateCondition(visibleWhen, read)),
  );
}

/** A rule that holds whatever is answered. */
export const alwaysVisible: LintRule = {
  name: 'alwaysVisible',
  severity: 'warning',
  find: (form) => {
    if (form.shape.length > 0) return [];
    const hidden = new Set(findNeverVisible(form));
    return form.elements
      .filter(
        (entry) => entry.element.visibleWhen && !hidden.has(entry) && !canBeHidden(form, entry),
      )
      .map(({ element, pointer }) => ({
        pointer: joinPointer(pointer, 'visibleWhen'),
        params: { id: element.id },
      }));
  },
};

const neverVisibleCache = new WeakMap<LintedForm, LintedElement[]>();

/** Returns elements that no answers make visible. Cached, because three rules need it. */
function findNeverVisible(form: LintedForm): LintedElement[] {
  const known = neverVisibleCache.get(form);
  if (known) return known;
  const hidden =
    form.shape.length > 0 ? [] : form.elements.filter((entry) => !canBeVisible(form, entry));
  neverVisibleCache.set(form, hidden);
  return hidden;
}

const isRequired = ({ element }: LintedElement): boolean =>
  element.required === true || element.requiredWhen !== undefined;

function findUnreachablePages(form: LintedForm): number[] {
  const hidden = new Set(findNeverVisible(form));
  if (!form.definition.pages) return [];
  return form.pages.flatMap((_, page) => {
    const onPage = form.elements.filter((entry) => entry.page === page);
    return onPage.length > 0 && onPage.every((entry) => hidden.has(entry)) ? [page] : [];
  });
}

export const neverVisible: LintRule = {
  name: 'neverVisible',
  severity: 'warning',
  find: (form) => {
    const skipped = findUnreachablePages(form);
    return findNeverVisible(form)
      .filter((entry) => !isRequired(entry) && !skipped.includes(entry.page))
      .map(({ element, pointer }) => ({
        pointer: element.visibleWhen ? joinPointer(pointer, 'visibleWhen') : pointer,
        params: { id: element.id },
      }));
  },
};

export const requiredNeverVisible: LintRule = {
  name: 'requiredNeverVisible',
  severity: 'error',
  find: (form) =>
    findNeverVisible(form)
      .filter(isRequired)
      .map(({ element, pointer }) => ({
        pointer: element.visibleWhen ? joinPointer(pointer, 'visibleWhen') : pointer,
        params: { id: element.id },
      })),
};

export const unreachablePage: LintRule = {
  name: 'unreachablePage',
  severity: 'warning',
  find: (form) =>
    findUnreachablePages(form).map((page) => ({
      pointer: form.pages[page]?.pointer ?? '',
      params: { id: form.pages[page]?.page.id ?? '' },
    })),
};
