import type { Comparison, Condition } from '#schemas/conditions.ts';
import { Check } from 'typebox/value';
import { valueSchema } from '../../compileForm.ts';
import { holds } from '../../conditions.ts';
import { didYouMean } from '../didYouMean.ts';
import type { LintRule } from '../finding.ts';
import type { FormUnderLint, LintedElement, Reference } from '../formUnderLint.ts';
import { below } from '../pointer.ts';

/** Longer chains of rules, and more combinations of answers, are not tried out; the element counts as reachable then. */
const maxDeciders = 12;
const maxCombinations = 4_000;

const constantsOf = (comparison: Comparison): unknown[] => {
  const { equals, in: list, contains, greater, less } = comparison as Partial<Record<'equals' | 'in' | 'contains' | 'greater' | 'less', unknown>>;
  return [equals, list, contains, greater, less].flat().filter((value) => value !== undefined);
};

function betweenNumbers(constants: number[]): number[] {
  const sorted = [...new Set(constants)].sort((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  return [first - 1, ...sorted.flatMap((value, index) => [value, (value + (sorted[index + 1] ?? value)) / 2]), last + 1];
}

const subsets = (values: unknown[]): unknown[][] => values.reduce<unknown[][]>((sets, value) => [...sets, ...sets.map((set) => [...set, value])], [[]]);

/**
 * Answers that stand for all that can be given to an element, as far as the comparisons tell them apart. No answer
 * comes last: most rules want one, so a way to show an element is found soon.
 */
function typicalAnswers({ element, elementType }: LintedElement, comparisons: readonly Comparison[]): unknown[] {
  if (!elementType?.value) return [undefined];
  const schema = valueSchema(elementType, element) as { type?: string; enum?: unknown[]; items?: { enum?: unknown[] }; minimum?: number; maximum?: number };
  const fits = (value: unknown) => Check(schema, value);
  const constants = comparisons.flatMap(constantsOf);
  if (schema.enum) return [...schema.enum, undefined];
  if (schema.type === 'boolean') return [true, false, undefined];
  if (schema.type === 'number' || schema.type === 'integer') {
    const numbers = [...constants, schema.minimum, schema.maximum].filter((value) => typeof value === 'number');
    return [...betweenNumbers(numbers).map((value) => (schema.type === 'integer' ? Math.round(value) : value)).filter(fits), undefined];
  }
  if (schema.type === 'array') {
    const options = schema.items?.enum;
    const named = constants.filter((value) => !options || options.includes(value)).slice(0, 6);
    const other = options?.find((option) => !named.includes(option)) ?? (options ? undefined : {});
    return [...subsets(named).flatMap((set) => [...(other === undefined ? [] : [[...set, other]]), set]), undefined];
  }
  const texts = constants.filter((value) => typeof value === 'string');
  // Whatever its format, some text sorts before and after another, and one can hold several.
  return ['x', ...texts.filter(fits), ...texts.flatMap((text) => [`${text}~`, text.slice(0, -1)]), texts.join(' '), undefined].filter((value) => value !== '');
}

/** The rules that must all hold for an element to be shown: its page's, its group's and its own. */
function conditionsOf({ pages }: FormUnderLint, entry: LintedElement): Condition[] {
  return [pages[entry.page]?.page.visibleWhen, entry.group?.element.visibleWhen, entry.element.visibleWhen].flatMap((condition) => condition ?? []);
}

const isWorkedOut = ({ elementType }: LintedElement): boolean => !elementType || 'compute' in elementType;

/** The comparisons that decide about an element, its group's and its page's included. */
const rulesAbout = ({ referencesFrom }: FormUnderLint, entry: LintedElement): Reference[] =>
  [entry, entry.group, entry.page].flatMap((from) => (from === undefined ? [] : (referencesFrom.get(from) ?? []))).filter(({ isAboutShowing }) => isAboutShowing);

/** Everything that decides about an element, however far away, in form order; `undefined` when part of it cannot be told. */
function decidersOf(form: FormUnderLint, entry: LintedElement): LintedElement[] | undefined {
  const found = new Set<LintedElement>();
  function collect(each: LintedElement): boolean {
    return rulesAbout(form, each).every(({ target, source }) => {
      if (!target || target.index >= each.index || source.includes('.') || isWorkedOut(target)) return false;
      if (found.has(target)) return true;
      found.add(target);
      return found.size <= maxDeciders && collect(target);
    });
  }
  return collect(entry) ? [...found].sort((one, other) => one.index - other.index) : undefined;
}

function* combinations(lists: readonly unknown[][]): Generator<unknown[], void> {
  const [first, ...rest] = lists;
  if (!first) {
    yield [];
    return;
  }
  for (const tail of combinations(rest)) for (const value of first) yield [value, ...tail];
}

/** Whether some answers show the element, tried out with the rules that decide in the form itself. */
function canBeShown(form: FormUnderLint, entry: LintedElement): boolean {
  const deciders = conditionsOf(form, entry).length === 0 ? [] : decidersOf(form, entry);
  if (!deciders) return true;
  const comparisons = [...deciders, entry].flatMap((each) => rulesAbout(form, each));
  const answers = deciders.map((decider) => typicalAnswers(decider, comparisons.flatMap(({ target, comparison }) => (target === decider && comparison ? [comparison] : []))));
  if (answers.reduce((product, { length }) => product * length, 1) > maxCombinations) return true;
  for (const combination of combinations(answers)) {
    const seen: Record<string, unknown> = {};
    const isShown = (each: LintedElement) => conditionsOf(form, each).every((condition) => holds(condition, (id) => seen[id]));
    deciders.forEach((decider, index) => {
      if (isShown(decider)) seen[decider.element.id] = combination[index];
    });
    if (isShown(entry)) return true;
  }
  return false;
}

const hiddenIn = new WeakMap<FormUnderLint, LintedElement[]>();

/** Elements that no answers show; worked out once, for the three rules that ask. */
function hiddenForGood(form: FormUnderLint): LintedElement[] {
  const known = hiddenIn.get(form);
  if (known) return known;
  const hidden = form.shape.length > 0 ? [] : form.elements.filter((entry) => !canBeShown(form, entry));
  hiddenIn.set(form, hidden);
  return hidden;
}

const isRequired = ({ element }: LintedElement): boolean => element.required === true || element.requiredWhen !== undefined;

function unreachable(form: FormUnderLint): number[] {
  const hidden = new Set(hiddenForGood(form));
  if (!form.definition.pages) return [];
  return form.pages.flatMap((_, page) => {
    const onPage = form.elements.filter((entry) => entry.page === page);
    return onPage.length > 0 && onPage.every((entry) => hidden.has(entry)) ? [page] : [];
  });
}

export const impossibleComparison: LintRule = {
  name: 'impossibleComparison', severity: 'warning',
  find: ({ references, shape }) => references.flatMap(({ comparison, target, source, pointer }) => {
    if (!comparison || !target || shape.length > 0 || source.includes('.') || isWorkedOut(target) || !target.elementType?.value) return [];
    if (typicalAnswers(target, [comparison]).some((value) => holds(comparison, () => value))) return [];
    const { elementType, element } = target;
    const { enum: options, items } = valueSchema(elementType, element) as { enum?: unknown[]; items?: { enum?: unknown[] } };
    const [value] = constantsOf(comparison);
    const known = (options ?? items?.enum ?? []).filter((option) => typeof option === 'string');
    return [{ pointer, params: { id: source, value: String(value) }, suggestion: typeof value === 'string' ? didYouMean(value, known) : undefined }];
  }),
};

export const neverVisible: LintRule = {
  name: 'neverVisible', severity: 'warning',
  find: (form) => {
    const skipped = unreachable(form);
    return hiddenForGood(form)
      .filter((entry) => !isRequired(entry) && !skipped.includes(entry.page))
      .map(({ element, pointer }) => ({ pointer: element.visibleWhen ? below(pointer, 'visibleWhen') : pointer, params: { id: element.id } }));
  },
};

/** Its author counts on an answer that nobody will be asked for. */
export const requiredNeverVisible: LintRule = {
  name: 'requiredNeverVisible', severity: 'error',
  find: (form) => hiddenForGood(form).filter(isRequired).map(({ element, pointer }) => ({ pointer: element.visibleWhen ? below(pointer, 'visibleWhen') : pointer, params: { id: element.id } })),
};

export const unreachablePage: LintRule = {
  name: 'unreachablePage', severity: 'warning',
  find: (form) => unreachable(form).map((page) => ({ pointer: form.pages[page]?.pointer ?? '', params: { id: form.pages[page]?.page.id ?? '' } })),
};
