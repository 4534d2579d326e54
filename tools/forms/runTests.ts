import { isDeepStrictEqual } from 'node:util';
import * as Type from 'typebox';
import { childrenOf, elementsOf, pagesOf, type FormDefinition } from '#schemas/forms.ts';
import { partsOf, rowAddress } from '#src/engine/core/address.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { Answers } from '#src/engine/core/conditions.ts';
import { rowsIn, withRows } from '#src/engine/core/evaluateForm.ts';
import { validateAnswers } from '#src/engine/core/validateAnswers.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';

/** What an author expects of a form with certain answers. */
const FormTest = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'What should be so, in words.' }),
    given: Type.Record(Type.String(), Type.Unknown(), { description: 'Answers by element id, as they are sent.' }),
    expect: Type.Object(
      {
        visible: Type.Optional(Type.Array(Type.String(), { description: 'Elements that must be shown; others may be. Inside a group: group/row/element, rows from 0.' })),
        hidden: Type.Optional(Type.Array(Type.String(), { description: 'Elements that must not be shown.' })),
        errors: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Every error: element id -> rule. {} when the form can be sent.' })),
        answers: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Answers that are stored, worked out ones too.' })),
      },
      { additionalProperties: false, minProperties: 1, description: 'What must come out; only what is named is compared.' },
    ),
  },
  { additionalProperties: false },
);
type FormTest = Type.Static<typeof FormTest>;

/** A file of tests, `<form>.tests.json` beside `<form>.json`. */
export const FormTests = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    today: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'The day on which the form is filled in, so that rules about today stay as they are.' }),
    tests: Type.Array(FormTest, { minItems: 1 }),
  },
  { additionalProperties: false, description: 'What an author expects of a form.' },
);
export type FormTests = Type.Static<typeof FormTests>;

export type TestResult = { name: string; failures: string[] };

/** What the form makes of some answers: the same evaluation as in browser and server. */
function fillIn(definition: FormDefinition, given: Answers, today: string) {
  const { answers, errors, state } = validateAnswers(pagesOf(definition), registry, given, compileCheck(compileForm(definition, registry)), { today, revision: 1 });
  return { shown: state.shown, errors: Object.fromEntries(errors.map(({ address, rule }) => [address, rule])), answers };
}

const list = (ids: readonly string[]): string => ids.join(', ');
const differ = (what: string, expected: unknown, found: unknown): string[] =>
  isDeepStrictEqual(found, expected) ? [] : [`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found ?? null)}`];

function failuresOf(definition: FormDefinition, { given, expect }: FormTest, today: string): string[] {
  const { shown, errors, answers } = fillIn(definition, given, today);
  const missing = (expect.visible ?? []).filter((id) => !shown.has(id));
  const unwanted = (expect.hidden ?? []).filter((id) => shown.has(id));
  return [
    ...(missing.length > 0 ? [`not shown: ${list(missing)}`] : []),
    ...(unwanted.length > 0 ? [`shown: ${list(unwanted)}`] : []),
    ...(expect.errors ? differ('errors', expect.errors, errors) : []),
    ...Object.entries(expect.answers ?? {}).flatMap(([id, value]) => differ(id, value, answers[id])),
  ];
}

/** What a test names but the form does not have, with what was meant where that is plain: it would pass for the wrong reason. */
function unknownIds(definition: FormDefinition, { given, expect }: FormTest): string[] {
  const elements = elementsOf(definition);
  const groupOf = (inner: string) => elements.find((element) => childrenOf(element).some(({ id }) => id === inner));
  const isElement = (id: string) => elements.some((element) => element.id === id);
  const isGroup = (id: string) => elements.some((element) => element.id === id && registry.get(element.type)?.rows);

  function isInRow(address: string): boolean {
    const { elementId, group } = partsOf(address);
    const element = group && groupOf(elementId);
    const elementType = element && registry.get(element.type);
    if (!elementType || element.id !== group.id || address !== rowAddress(group.id, group.row, elementId)) return false;
    return group.row in rowsIn(withRows(elementType, element, given[group.id]));
  }

  /** Answers go by element id; those in a group stand in its rows. */
  const unknownIn = (answers: Answers): string[] => Object.entries(answers).flatMap(([id, value]) => {
    if (!isElement(id)) return [partsOf(id).group ? `${id} (answers in a group are a list of rows)` : id];
    return isGroup(id) ? rowsIn(value).flatMap((row, index) => Object.keys(row).filter((inner) => groupOf(inner)?.id !== id).map((inner) => rowAddress(id, index, inner))) : [];
  });
  const unknownPlaces = [...(expect.visible ?? []), ...(expect.hidden ?? []), ...Object.keys(expect.errors ?? {})].filter((address) => !isElement(address) && !isInRow(address)).map((address) => {
    const group = groupOf(address);
    return group ? `${address} (write ${rowAddress(group.id, 0, address)})` : address;
  });
  return [...new Set([...unknownIn(given), ...unknownPlaces, ...unknownIn(expect.answers ?? {})])];
}

/** Fills the form in for each test and compares what comes out. */
export function runTests(definition: FormDefinition, { today, tests }: FormTests): TestResult[] {
  return tests.map((test) => {
    const unknown = unknownIds(definition, test);
    return { name: test.name, failures: unknown.length > 0 ? [`no such element: ${list(unknown)}`] : failuresOf(definition, test, today) };
  });
}
