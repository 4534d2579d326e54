import { describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import {
  choice,
  form,
  when,
  day,
  code,
  clock,
  phone,
  name,
} from '#src/engine/testing/lintCases/definitions.ts';
import { reachabilityCases } from '#src/engine/testing/lintCases/reachability.ts';
import { referencesCases } from '#src/engine/testing/lintCases/references.ts';
import { settingsCases } from '#src/engine/testing/lintCases/settings.ts';
import { shapeCases } from '#src/engine/testing/lintCases/shape.ts';
import { textsCases } from '#src/engine/testing/lintCases/texts.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import { lintDefinition, lintRules } from './lintDefinition.ts';

const found = (definition: unknown) => lintDefinition(definition, portalRegistry).findings;
const listPlaces = (rule: string, definition: unknown) =>
  found(definition)
    .filter((finding) => finding.rule === rule)
    .map(({ pointer }) => pointer);

it('A text without words is reported once', () => {
  const written = {
    ...form({ ...name, label: { de: '', en: ' ' } }),
    title: { de: 'Prüfung', en: 'Test' },
  };
  expect(found(written).map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['textBlank', '/formElements/0/label'],
  ]);
});

describe('a comparison that cannot be true', () => {
  it.each<[object, string, string | undefined]>([
    [day, '24.12.2026', '2026-12-24'],
    [clock, '8.30', '08:30'],
    [phone, '0176 123456', '+49176123456'],
    [choice, 'Ja', 'yes'],
    [choice, 'yess', 'yes'],
    [code, 'abc', undefined],
  ])(
    'A comparison of %j with %s suggests the notation of the answer',
    (source, value, suggestion) => {
      const { id } = source as FormElement;
      expect(
        found(form(source, when({ element: id, equals: value }))).filter(
          ({ rule }) => rule === 'impossibleComparison',
        ),
      ).toMatchObject([{ params: { id, value }, suggestion }]);
    },
  );
});

const cases = [
  ...shapeCases,
  ...referencesCases,
  ...reachabilityCases,
  ...textsCases,
  ...settingsCases,
];

/** Rules whose findings have other names. */
const severalNames = ['ownSettings', 'patterns'];

describe('a malformed document', () => {
  const listRules = (definition: unknown) => [
    ...new Set(found(definition).map(({ rule }) => rule)),
  ];
  it.each<[string, unknown]>([
    [
      'with too many parts',
      { title: 'T', formElements: Array.from({ length: formLimits.maxParts }, () => 1) },
    ],
    [
      'nested too deep',
      JSON.parse(
        `${'{"not":'.repeat(formLimits.maxDepth + 1)}1${'}'.repeat(formLimits.maxDepth + 1)}`,
      ),
    ],
  ])('A document %s is reported as too large', (_, definition) =>
    expect(listRules(definition)).toEqual(['tooLarge']),
  );
  it('The number of findings is limited, and errors come before warnings', () => {
    const misspelt = Object.fromEntries(
      Array.from({ length: 2 * formLimits.maxFindings }, (_, index) => [`titel${index}`, 1]),
    );
    const findings = found({ ...form({ ...name, prefill: 'm_name' }), ...misspelt });
    expect([findings.length, findings.every(({ severity }) => severity === 'error')]).toEqual([
      formLimits.maxFindings,
      true,
    ]);
  });
});

describe('each lint rule', () => {
  it.each(cases)('The rule %s finds %j at %s', (rule, wrong, pointer) =>
    expect(listPlaces(rule, wrong)).toContain(pointer),
  );
  it.each(cases)('The rule %s accepts the corrected definition', (rule, _, __, right) =>
    expect(listPlaces(rule, right)).toEqual([]),
  );
  it.each(lintRules.map((rule) => [rule.name]))('The rule %s has a test case', (rule) => {
    if (!severalNames.includes(rule)) expect(cases.map(([each]) => each)).toContain(rule);
  });
});
