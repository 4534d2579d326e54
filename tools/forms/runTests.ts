import { isDeepStrictEqual } from 'node:util';
import * as Type from 'typebox';
import { childrenOf, elementsOf, pagesOf, type FormDefinition } from '#schemas/forms.ts';
import { partsOf, rowAddress } from '#src/engine/core/address.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { Answers } from '#src/engine/core/conditions.ts';
import type { FormatText } from '#src/engine/core/errorText.ts';
import { rowsIn, withRows } from '#src/engine/core/evaluateForm.ts';
import { didYouMean } from '#src/engine/core/lint/didYouMean.ts';
import { validateAnswers } from '#src/engine/core/validateAnswers.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';

/** What an author expects of a form with certain answers. */
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
              'Elements that must be shown; others may be. Inside a group: group/row/element, rows from 0.',
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

/** What the form makes of some answers: the same evaluation as in browser and server. */
function fillIn(definition: FormDefinition, given: Answers, today: string) {
  const { answers, errors, state } = validateAnswers(
    pagesOf(definition),
    registry,
    given,
    compileCheck(compileForm(definition, registry)),
    { today, revision: 1 },
  );
  return {
    shown: state.shown,
    errors: Object.fromEntries(errors.map(({ address, rule }) => [address, rule])),
    answers,
  };
}

/** What comes out differently from what is expected, of all that the form has; the rest is told by its name alone. */
function differences(
  definition: FormDefinition,
  { given, expect }: FormTest,
  today: string,
  isUnknown: (id: string) => boolean,
  text: FormatText,
): string[] {
  const { shown, errors, answers } = fillIn(definition, given, today);
  const known = <T>(expected: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(expected).filter(([id]) => !isUnknown(id)));
  const told = (id: string, ids: readonly string[]) =>
    ids.length > 0 ? [text(id, { ids: ids.join(', ') })] : [];
  const differ = (what: string, expected: unknown, found: unknown) =>
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
    ...told(
      'forms.test.hidden',
      (expect.visible ?? []).filter((id) => !isUnknown(id) && !shown.has(id)),
    ),
    ...told(
      'forms.test.shown',
      (expect.hidden ?? []).filter((id) => shown.has(id)),
    ),
    ...(expect.errors ? differ(text('forms.test.errors', {}), known(expect.errors), errors) : []),
    ...Object.entries(known(expect.answers ?? {})).flatMap(([id, value]) =>
      differ(id, value, answers[id]),
    ),
  ];
}

/** What a test names but the form does not have, each with its sentence: it would pass for the wrong reason. */
function unknownIds(
  definition: FormDefinition,
  { given, expect }: FormTest,
  text: FormatText,
): Map<string, string> {
  const elements = elementsOf(definition);
  const groupOf = (inner: string) =>
    elements.find((element) => childrenOf(element).some(({ id }) => id === inner));
  const isElement = (id: string) => elements.some((element) => element.id === id);
  const isGroup = (id: string) =>
    elements.some((element) => element.id === id && registry.get(element.type)?.rows);

  function isInRow(address: string): boolean {
    const { elementId, group } = partsOf(address);
    const element = group && groupOf(elementId);
    const elementType = element && registry.get(element.type);
    if (
      !elementType ||
      element.id !== group.id ||
      address !== rowAddress(group.id, group.row, elementId)
    )
      return false;
    return group.row in rowsIn(withRows(elementType, element, given[group.id]));
  }

  const sentences = new Map<string, string>();
  /** Answers go by element id; those in a group stand in its rows. */
  function lookAtAnswers(answers: Answers): void {
    for (const [id, value] of Object.entries(answers)) {
      if (!isElement(id))
        sentences.set(
          id,
          text(partsOf(id).group ? 'forms.test.unknownInGroup' : 'forms.test.unknown', { id }),
        );
      else if (isGroup(id)) {
        const strange = rowsIn(value).flatMap((row, index) =>
          Object.keys(row)
            .filter((inner) => groupOf(inner)?.id !== id)
            .map((inner) => rowAddress(id, index, inner)),
        );
        for (const address of strange)
          sentences.set(address, text('forms.test.unknown', { id: address }));
      }
    }
  }
  lookAtAnswers(given);
  lookAtAnswers(expect.answers ?? {});
  for (const address of [
    ...(expect.visible ?? []),
    ...(expect.hidden ?? []),
    ...Object.keys(expect.errors ?? {}),
  ]) {
    if (isElement(address) || isInRow(address)) continue;
    const group = groupOf(address);
    const meant = group
      ? rowAddress(group.id, 0, address)
      : didYouMean(
          address,
          elements.map(({ id }) => id),
        );
    sentences.set(
      address,
      meant
        ? text('forms.test.unknownMeant', { id: address, meant })
        : text('forms.test.unknown', { id: address }),
    );
  }
  return sentences;
}

/** Fills the form in for each test and compares what comes out; what is wrong is said in the given language. */
export function runTests(
  definition: FormDefinition,
  { today, tests }: FormTests,
  text: FormatText,
): TestResult[] {
  return tests.map((test) => {
    const unknown = unknownIds(definition, test, text);
    return {
      name: test.name,
      failures: [
        ...unknown.values(),
        ...differences(definition, test, today, (id) => unknown.has(id), text),
      ],
    };
  });
}
