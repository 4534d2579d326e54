import { expect, it } from 'vitest';
import { languages, type Language } from '#schemas/platform/common.ts';
import { createAnswerStore } from '#src/engine/core/answers/answerStore.ts';
import { cleanAnswer } from '#src/engine/core/answers/cleanAnswers.ts';
import { mergePosted } from '#src/engine/core/answers/mergePosted.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { evaluateForm } from '#src/engine/core/evaluation/evaluateForm.ts';
import { formatFieldName } from '#src/engine/core/fieldAddress.ts';
import { formatError } from '#src/engine/core/validation/formatError.ts';
import { validateAnswers } from '#src/engine/core/validation/validateAnswers.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { getTexts } from '#server/texts.ts';
import { registry } from '#widgets/registry.ts';
import {
  englishRows,
  germanRows,
  refusals,
  typedElements,
  typedRows,
  type TypedRow,
} from '#server/testing/typedRows.ts';

const context = { today: '2026-11-20', revision: 1 };
const pages = typedElements.map((element) => ({
  id: element.id,
  title: element.id,
  formElements: [element],
}));
const check = compileCheck(toJsonSchema({ title: 'Test', formElements: typedElements }, registry));

function findElement(elementId: string) {
  const element = typedElements.find(({ id }) => id === elementId);
  if (!element) throw new Error(`No element ${elementId}`);
  return element;
}
const findPages = (elementId: string) => pages.filter(({ id }) => id === elementId);

/** Validates as browser and server do; returns the stored answer or the sentence of its error. */
function store(elementId: string, answers: Record<string, unknown>, language: Language) {
  const shown = findPages(elementId);
  const result = validateAnswers(shown, registry, answers, check, context);
  const [error] = result.errors;
  if (!error) return result.answers[elementId];
  return formatError(findElement(elementId), error, registry, language, getTexts(language));
}

/** Reads a text as a page without scripts does, by the functions that fields parse with. */
function post(elementId: string, typed: string, language: Language) {
  const element = findElement(elementId);
  const part = element.type === 'geolocation' ? 'address' : undefined;
  const { shown } = evaluateForm(findPages(elementId), registry, {}, context);
  return mergePosted(
    { elements: [element], shown, answers: {} },
    new Map([[formatFieldName(elementId, part), [typed]]]),
    { today: context.today, language },
  );
}

/** Writes what a log does not show as \u…. */
const escapeText = (text: string): string =>
  text.replace(/[^\x20-\x7E]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const pick = (expected: unknown, language: Language): unknown =>
  typeof expected === 'object' && expected !== null && language in expected
    ? (expected as Record<Language, string>)[language]
    : expected;

const rows = languages.flatMap((language) =>
  [...typedRows, ...(language === 'de' ? germanRows : englishRows)].map(
    (row) => [language, row[0], escapeText(row[1]), row] as const,
  ),
);

it.each(rows)('On a page in %s, the field %s reads the text %s', (language, _, __, row) => {
  const [elementId, typed, expected] = row;
  expect(store(elementId, post(elementId, typed, language), language)).toEqual(
    pick(expected, language),
  );
});

const titled = (list: readonly TypedRow[]) =>
  list.map((row) => [row[0], escapeText(row[1]), row] as const);

it.each([1e21, -1e21, Number.MAX_SAFE_INTEGER + 1])(
  'The number %d, which JavaScript does not keep exactly, is refused with a sentence',
  (value) => {
    expect([
      store('amount', { amount: value }, 'de'),
      store('amount', { amount: value }, 'en'),
    ]).toEqual([refusals.digits.de, refusals.digits.en]);
  },
);

/** Types whose answer is the text itself, which the API takes as it was typed. */
const isText = ([elementId]: TypedRow): boolean =>
  ['input', 'inputregex', 'textarea'].includes(findElement(elementId).type);

it.each(titled(typedRows.filter(isText)))(
  'For the field %s, browser and server make the same answer of the text %s',
  (_, __, [elementId, typed, expected]) => {
    const inBrowser = createAnswerStore({
      pages: findPages(elementId),
      registry,
      check,
      context: () => context,
    });
    inBrowser.set(elementId, typed);
    const { answers } = inBrowser.validate();
    const onServer = cleanAnswer(registry, findElement(elementId), typed);
    expect(answers[elementId] ?? '').toBe(onServer);
    expect(store(elementId, { [elementId]: onServer }, 'de')).toEqual(pick(expected, 'de'));
  },
);

it.each(titled(typedRows))(
  'For the field %s, the cleaned text %s is not changed again',
  (...row) => {
    const [elementId, typed] = row[2];
    const element = findElement(elementId);
    const once = cleanAnswer(registry, element, typed);
    expect(cleanAnswer(registry, element, once)).toBe(once);
  },
);

it.each(languages)('The table has at least 150 inputs in the language %s', (language) => {
  expect(rows.filter(([each]) => each === language).length).toBeGreaterThanOrEqual(150);
});
