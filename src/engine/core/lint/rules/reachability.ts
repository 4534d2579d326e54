import type { Comparison, Condition } from '#schemas/conditions.ts';
import { Check } from 'typebox/value';
import { valueSchema } from '../../compileForm.ts';
import { holds, isOfRows } from '../../conditions.ts';
import type { JsonSchema } from '../../element.ts';
import { formats } from '../../formats.ts';
import { didYouMean } from '../didYouMean.ts';
import type { LintRule } from '../finding.ts';
import type { FormUnderLint, LintedElement, Reference } from '../formUnderLint.ts';
import { below } from '../pointer.ts';

/** Longer chains of rules, more comparisons, and more combinations of answers are not tried out; the element counts as reachable then. */
const maxDeciders = 12;
const maxComparisons = 24;
const maxRowsTried = 64;
const maxCombinations = 4_000;

type Operator = 'equals' | 'in' | 'contains' | 'greater' | 'less';

const constantsOf = (comparison: Comparison, ...operators: Operator[]): unknown[] =>
  operators.flatMap(
    (operator) => (comparison as Partial<Record<Operator, unknown>>)[operator] ?? [],
  );

const textsAmong = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string');

function betweenNumbers(constants: number[]): number[] {
  const sorted = [...new Set(constants)].sort((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const after = (value: number, index: number) => (sorted[index + 1] ?? value) - value;
  return [
    first - 1,
    ...sorted.flatMap((value, index) => [
      value,
      value + after(value, index) / 2,
      value + after(value, index) / 4,
    ]),
    last + 1,
  ];
}

const subsets = <T>(values: readonly T[]): T[][] =>
  values.reduce<T[][]>((sets, value) => [...sets, ...sets.map((set) => [...set, value])], [[]]);
/** So many are put together in all ways; of more, each alone and all at once. */
const maxTogether = 6;
const together = <T>(values: readonly T[]): T[][] =>
  values.length <= maxTogether
    ? subsets(values)
    : [[], ...values.map((value) => [value]), [...values]];

/** Formats are ours alone, as for the answers themselves. */
const isOfShape = ({ format, ...schema }: JsonSchema, value: unknown): boolean =>
  Check(schema, value) &&
  (typeof value !== 'string' || typeof format !== 'string' || (formats[format]?.(value) ?? true));

/** Far apart, so that a bound that counts from today is another day: it refuses nothing for good. */
const someDays = ['1900-01-01', '2900-01-01'] as const;

/** Whether the type's own rule refuses a value whenever it is given. */
function isRefusedForGood({ element, elementType }: LintedElement, value: unknown): boolean {
  const [early, late] = someDays.map((today) =>
    elementType?.check?.(value, element, { today, revision: 1 }),
  );
  return early !== undefined && JSON.stringify(early) === JSON.stringify(late);
}

/** Answers of whatever form a type may want. */
const someTexts = ['x', '2026-12-24', '08:30'];
/** An answer that nothing is known about, but that there is one. */
const something = {};

/** What an element's own settings say, such as its first day. */
const settingsOf = ({ element, elementType }: LintedElement): unknown[] =>
  Object.keys(elementType?.config.properties ?? {}).map((name) => element[name]);

/** Texts that sort before and after those compared with, with the words in them that are looked for. */
function textsNear(
  target: LintedElement,
  schema: JsonSchema,
  comparisons: readonly Comparison[],
): string[] {
  const ofType: JsonSchema = { ...target.elementType?.value };
  const bounds = textsAmong([
    ...settingsOf(target),
    ...comparisons.flatMap((comparison) => constantsOf(comparison, 'greater', 'less')),
  ]).filter((bound) => isOfShape(ofType, bound));
  const near = bounds
    .flatMap((bound) => [bound, `${bound}~`, `${bound.slice(0, -1)}!`])
    .filter((text) => !isRefusedForGood(target, text));
  const longest = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity;
  const words = textsAmong(
    comparisons.flatMap((comparison) => constantsOf(comparison, 'contains')),
  ).filter(({ length }) => length <= longest);
  return ['', ...near].flatMap((text) =>
    together([...new Set(words)]).map((held) => [text, ...held].join(' ')),
  );
}

/**
 * Answers that stand for all that can be given to an element, as far as the comparisons tell them apart. No answer
 * comes last: most rules want one, so a way to show an element is found soon.
 */
function typicalAnswers(target: LintedElement, comparisons: readonly Comparison[]): unknown[] {
  const { element, elementType } = target;
  if (!elementType?.value) return [undefined];
  const schema = valueSchema(elementType, element) as {
    type?: string;
    enum?: unknown[];
    items?: { enum?: unknown[] };
    minimum?: number;
    maximum?: number;
  };
  const wanted = comparisons.flatMap((comparison) =>
    constantsOf(comparison, 'equals', 'in', 'contains'),
  );
  const fits = (value: unknown) => isOfShape(schema, value) && !isRefusedForGood(target, value);
  if (schema.enum) return [...schema.enum, undefined];
  if (schema.type === 'boolean') return [true, false, undefined];
  if (schema.type === 'number' || schema.type === 'integer') {
    const bounds = comparisons.flatMap((comparison) => constantsOf(comparison, 'greater', 'less'));
    const numbers = [...wanted, ...bounds, schema.minimum, schema.maximum].filter(
      (value) => typeof value === 'number',
    );
    const near = betweenNumbers(numbers).map((value) =>
      schema.type === 'integer' ? Math.round(value) : value,
    );
    // Between two of them some number is possible, whatever the steps; one that is named has to be possible itself.
    return [
      ...near.filter((value) => (wanted.includes(value) ? fits(value) : isOfShape(schema, value))),
      undefined,
    ];
  }
  if (schema.type === 'array') {
    const options = schema.items?.enum;
    const named = [...new Set(wanted)].filter((value) => options?.includes(value));
    const other = options ? options.find((option) => !named.includes(option)) : something;
    return [
      ...together(named).flatMap((set) => [...(other === undefined ? [] : [[...set, other]]), set]),
      undefined,
    ];
  }
  if (schema.type !== 'string') return [something, undefined];
  return [
    something,
    ...someTexts.filter(fits),
    ...textsAmong(wanted).filter(fits),
    ...textsNear(target, schema, comparisons),
    undefined,
  ];
}

/** Of answers that the comparisons see alike, the first. */
function toldApart<T>(answers: readonly T[], comparisons: readonly Comparison[]): readonly T[] {
  if (answers.length > maxCombinations) return answers;
  const alike = new Map<string, T>();
  for (const answer of answers) {
    const key = comparisons.map((comparison) => Number(holds(comparison, () => answer))).join('');
    if (!alike.has(key)) alike.set(key, answer);
  }
  return [...alike.values()];
}

/** The same for what is read by a reference: from outside a group the answers of its rows, as many as there may be. `undefined` when there are too many ways to fill them. */
function answersRead(
  source: string,
  target: LintedElement,
  comparisons: readonly Comparison[],
): readonly unknown[] | undefined {
  const answers = typicalAnswers(target, comparisons);
  if (!isOfRows(source) || !target.group) return toldApart(answers, comparisons);
  const { max = 1 } = target.group.elementType?.rows?.(target.group.element) ?? {};
  let rows: readonly unknown[][] = [[]];
  for (const [answer] of toldApart(
    answers.map((each) => [each]),
    comparisons,
  )) {
    if (rows.length > maxRowsTried) return undefined;
    rows = toldApart(
      [...rows, ...rows.filter(({ length }) => length < max).map((row) => [...row, answer])],
      comparisons,
    );
  }
  return rows;
}

/** The rules that must all hold for an element to be shown: its page's, its group's and its own. */
function conditionsOf({ pages }: FormUnderLint, entry: LintedElement): Condition[] {
  return [
    pages[entry.page]?.page.visibleWhen,
    entry.group?.element.visibleWhen,
    entry.element.visibleWhen,
  ].flatMap((condition) => condition ?? []);
}

const isWorkedOut = ({ elementType }: LintedElement): boolean =>
  !elementType || 'compute' in elementType;

/** The comparisons that decide about an element, its group's and its page's included. */
const rulesAbout = ({ referencesFrom }: FormUnderLint, entry: LintedElement): Reference[] =>
  [entry, entry.group, entry.page]
    .flatMap((from) => (from === undefined ? [] : (referencesFrom.get(from) ?? [])))
    .filter(({ isAboutShowing }) => isAboutShowing);

/**
 * Everything that decides about an element, however far away, in form order, and how it is read; `undefined` when part of it
 * cannot be told, such as what shows an element in each of many rows.
 */
function decidersOf(
  form: FormUnderLint,
  entry: LintedElement,
): { decider: LintedElement; source: string }[] | undefined {
  const found = new Map<LintedElement, string>();
  function collect(each: LintedElement, isInManyRows: boolean): boolean {
    return rulesAbout(form, each).every(({ target, source }) => {
      if (!target || target.index >= each.index || isWorkedOut(target)) return false;
      const isOfRow = target.group !== undefined && !isOfRows(source);
      if (isOfRow && isInManyRows) return false;
      if (found.has(target)) return found.get(target) === source;
      found.set(target, source);
      return found.size <= maxDeciders && collect(target, isOfRows(source));
    });
  }
  return collect(entry, false)
    ? [...found]
        .map(([decider, source]) => ({ decider, source }))
        .sort((one, other) => one.decider.index - other.decider.index)
    : undefined;
}

function* combinations(lists: readonly (readonly unknown[])[]): Generator<unknown[], void> {
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
  const comparisons = [...deciders.map(({ decider }) => decider), entry].flatMap((each) =>
    rulesAbout(form, each),
  );
  if (comparisons.length > maxComparisons) return true;
  const read = deciders.map(({ decider, source }) =>
    answersRead(
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
  for (const combination of combinations(answers)) {
    const seen: Record<string, unknown> = {};
    const isShown = (each: LintedElement) =>
      conditionsOf(form, each).every((condition) => holds(condition, (source) => seen[source]));
    deciders.forEach(({ decider, source }, index) => {
      if (isShown(decider)) seen[source] = combination[index];
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
  const hidden =
    form.shape.length > 0 ? [] : form.elements.filter((entry) => !canBeShown(form, entry));
  hiddenIn.set(form, hidden);
  return hidden;
}

const isRequired = ({ element }: LintedElement): boolean =>
  element.required === true || element.requiredWhen !== undefined;

function unreachable(form: FormUnderLint): number[] {
  const hidden = new Set(hiddenForGood(form));
  if (!form.definition.pages) return [];
  return form.pages.flatMap((_, page) => {
    const onPage = form.elements.filter((entry) => entry.page === page);
    return onPage.length > 0 && onPage.every((entry) => hidden.has(entry)) ? [page] : [];
  });
}

/** The constants of a comparison that could each be all of it, with their places. */
function alternatives(
  comparison: Comparison,
  pointer: string,
): { comparison: Comparison; value: unknown; pointer: string }[] {
  if ('in' in comparison)
    return comparison.in.map((value, index) => ({
      comparison: { element: comparison.element, equals: value },
      value,
      pointer: below(pointer, 'in', index),
    }));
  return [
    {
      comparison,
      value: constantsOf(comparison, 'equals', 'contains', 'greater', 'less')[0],
      pointer,
    },
  ];
}

/** What the author may have meant: an option that is spelt almost alike, or the answer somebody gives who types the same. */
function meant(
  { element, elementType }: LintedElement,
  schema: JsonSchema,
  value: string,
): string | undefined {
  const { enum: options, items } = schema as { enum?: unknown[]; items?: { enum?: unknown[] } };
  const read: unknown = elementType?.fromText?.(value, element, {
    today: new Date().toISOString().slice(0, 10),
  });
  return typeof read === 'string' && read !== value && isOfShape(schema, read)
    ? read
    : didYouMean(value, textsAmong(options ?? items?.enum ?? []));
}

export const impossibleComparison: LintRule = {
  name: 'impossibleComparison',
  severity: 'warning',
  find: ({ references, shape }) =>
    references.flatMap(({ comparison: whole, target, source, pointer: place }) => {
      const { elementType, element } = target ?? {};
      if (
        !whole ||
        !target ||
        !element ||
        shape.length > 0 ||
        isWorkedOut(target) ||
        !elementType?.value
      )
        return [];
      const ofType: JsonSchema = { ...elementType.value };
      const schema = valueSchema(elementType, element);
      const answers = typicalAnswers(target, [whole]).map((answer) =>
        isOfRows(source) ? [answer] : answer,
      );
      return alternatives(whole, place).flatMap(({ comparison, value, pointer }) => {
        // A bound of another form than the answers have, such as 24.12.2026, sorts them by chance.
        const isComparable =
          !('greater' in comparison || 'less' in comparison) || isOfShape(ofType, value);
        if (isComparable && answers.some((answer) => holds(comparison, () => answer))) return [];
        return [
          {
            pointer,
            params: { id: source, value: String(value) },
            suggestion: typeof value === 'string' ? meant(target, schema, value) : undefined,
          },
        ];
      });
    }),
};

export const neverVisible: LintRule = {
  name: 'neverVisible',
  severity: 'warning',
  find: (form) => {
    const skipped = unreachable(form);
    return hiddenForGood(form)
      .filter((entry) => !isRequired(entry) && !skipped.includes(entry.page))
      .map(({ element, pointer }) => ({
        pointer: element.visibleWhen ? below(pointer, 'visibleWhen') : pointer,
        params: { id: element.id },
      }));
  },
};

/** Its author counts on an answer that nobody will be asked for. */
export const requiredNeverVisible: LintRule = {
  name: 'requiredNeverVisible',
  severity: 'error',
  find: (form) =>
    hiddenForGood(form)
      .filter(isRequired)
      .map(({ element, pointer }) => ({
        pointer: element.visibleWhen ? below(pointer, 'visibleWhen') : pointer,
        params: { id: element.id },
      })),
};

export const unreachablePage: LintRule = {
  name: 'unreachablePage',
  severity: 'warning',
  find: (form) =>
    unreachable(form).map((page) => ({
      pointer: form.pages[page]?.pointer ?? '',
      params: { id: form.pages[page]?.page.id ?? '' },
    })),
};
