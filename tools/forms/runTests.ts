import { isDeepStrictEqual } from 'node:util';
import * as Type from 'typebox';
import {
  listChildren,
  listElements,
  listPages,
  type FormDefinition,
  type FormElement,
} from '#schemas/forms/forms.ts';
import { parseAddress, formatRowAddress } from '#src/engine/core/fieldAddress.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';
import { readRows, padRows } from '#src/engine/core/evaluation/evaluateForm.ts';
import { didYouMean } from '#src/engine/core/lint/didYouMean.ts';
import { validateAnswers } from '#src/engine/core/validation/validateAnswers.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';

/** The expected state of a form for given answers. */
const FormTest = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'What should be so, in words.' }),
    given: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Answers by element id, as they are sent.',
    }),
    expect: Type.Object(
      {
        visible: Type.Optional(
          Type.Array(Type.String(), {
            description:
              'Elements that must be shown; others may be. Inside a group: group/row/element, ' +
              'rows from 0.',
          }),
        ),
        hidden: Type.Optional(
          Type.Array(Type.String(), { description: 'Elements that must not be shown.' }),
        ),
        errors: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: 'Every error: element id -> rule. {} when the form can be sent.',
          }),
        ),
        answers: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'Answers that are stored, worked out ones too.',
          }),
        ),
      },
      {
        additionalProperties: false,
        minProperties: 1,
        description: 'What must come out; only what is named is compared.',
      },
    ),
  },
  { additionalProperties: false },
);
type FormTest = Type.Static<typeof FormTest>;

/** A file of tests, `<form>.tests.json` beside `<form>.json`. */
export const FormTests = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    today: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description:
        'The day on which the form is filled in, so that rules about today stay as they are.',
    }),
    tests: Type.Array(FormTest, { minItems: 1 }),
  },
  { additionalProperties: false, description: 'What an author expects of a form.' },
);
export type FormTests = Type.Static<typeof FormTests>;

export type TestResult = { name: string; failures: string[] };

/** Evaluates the form as browser and server do. */
function fillIn(definition: FormDefinition, given: Answers, today: string) {
  const { answers, errors, state } = validateAnswers(
    listPages(definition),
    registry,
    given,
    compileCheck(toJsonSchema(definition, registry)),
    { today, revision: 1 },
  );
  return {
    shown: state.shown,
    errors: Object.fromEntries(errors.map(({ address, rule }) => [address, rule])),
    answers,
  };
}

/** Compares the result with the expectation, for everything that the test names. */
function findDifferences(
  definition: FormDefinition,
  { given, expect }: FormTest,
  today: string,
  isUnknown: (id: string) => boolean,
  text: FormatMessage,
): string[] {
  const { shown, errors, answers } = fillIn(definition, given, today);
  const describeKnown = <T>(expected: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(expected).filter(([id]) => !isUnknown(id)));
  const describeValue = (id: string, ids: readonly string[]) =>
    ids.length > 0 ? [text(id, { ids: ids.join(', ') })] : [];
  const isDifferent = (what: string, expected: unknown, found: unknown) =>
    isDeepStrictEqual(found, expected)
      ? []
      : [
          text('forms.test.differs', {
            what,
            expected: JSON.stringify(expected),
            found: JSON.stringify(found ?? null),
          }),
        ];
  return [
    ...describeValue(
      'forms.test.hidden',
      (expect.visible ?? []).filter((id) => !isUnknown(id) && !shown.has(id)),
    ),
    ...describeValue(
      'forms.test.shown',
      (expect.hidden ?? []).filter((id) => shown.has(id)),
    ),
    ...(expect.errors
      ? isDifferent(text('forms.test.errors', {}), describeKnown(expect.errors), errors)
      : []),
    ...Object.entries(describeKnown(expect.answers ?? {})).flatMap(([id, value]) =>
      isDifferent(id, value, answers[id]),
    ),
  ];
}

type Elements = readonly FormElement[];
type Sentence = readonly [address: string, text: string];

const isElement = (elements: Elements, id: string) => elements.some((each) => each.id === id);

const findGroup = (elements: Elements, inner: string) =>
  elements.find((element) => listChildren(element).some(({ id }) => id === inner));

const isGroup = (elements: Elements, id: string) =>
  elements.some((element) => element.id === id && registry.get(element.type)?.rows);

/** Returns true for an element in an existing row of its group. */
function isInRow(elements: Elements, given: Answers, address: string): boolean {
  const { elementId, group } = parseAddress(address);
  const element = group && findGroup(elements, elementId);
  const elementType = element && registry.get(element.type);
  if (
    !elementType ||
    element.id !== group.id ||
    address !== formatRowAddress(group.id, group.row, elementId)
  )
    return false;
  return group.row in readRows(padRows(elementType, element, given[group.id]));
}

/** Answers are keyed by element id; those of a group are in its rows. */
const listUnknownAnswers = (elements: Elements, answers: Answers, text: FormatMessage) =>
  Object.entries(answers).flatMap(([id, value]): Sentence[] => {
    if (!isElement(elements, id)) {
      const isInGroup = parseAddress(id).group !== undefined;
      return [[id, text(isInGroup ? 'forms.test.unknownInGroup' : 'forms.test.unknown', { id })]];
    }
    if (!isGroup(elements, id)) return [];
    return readRows(value).flatMap((row, index) =>
      Object.keys(row)
        .filter((inner) => findGroup(elements, inner)?.id !== id)
        .map((inner) => formatRowAddress(id, index, inner))
        .map((address): Sentence => [address, text('forms.test.unknown', { id: address })]),
    );
  });

function describeUnknown(elements: Elements, address: string, text: FormatMessage): string {
  const group = findGroup(elements, address);
  const meant = group
    ? formatRowAddress(group.id, 0, address)
    : didYouMean(
        address,
        elements.map(({ id }) => id),
      );
  return meant
    ? text('forms.test.unknownMeant', { id: address, meant })
    : text('forms.test.unknown', { id: address });
}

/** Reports names that the form lacks; such a test would pass for the wrong reason. */
function listUnknownIds(
  definition: FormDefinition,
  { given, expect }: FormTest,
  text: FormatMessage,
): Map<string, string> {
  const elements = listElements(definition);
  const addresses = [
    ...(expect.visible ?? []),
    ...(expect.hidden ?? []),
    ...Object.keys(expect.errors ?? {}),
  ];
  return new Map([
    ...listUnknownAnswers(elements, given, text),
    ...listUnknownAnswers(elements, expect.answers ?? {}, text),
    ...addresses
      .filter((each) => !isElement(elements, each) && !isInRow(elements, given, each))
      .map((address): Sentence => [address, describeUnknown(elements, address, text)]),
  ]);
}

/** Runs each test and reports the differences in the given language. */
export function runTests(
  definition: FormDefinition,
  { today, tests }: FormTests,
  text: FormatMessage,
): TestResult[] {
  return tests.map((test) => {
    const unknown = listUnknownIds(definition, test, text);
    return {
      name: test.name,
      failures: [
        ...unknown.values(),
        ...findDifferences(definition, test, today, (id) => unknown.has(id), text),
      ],
    };
  });
}
