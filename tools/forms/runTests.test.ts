import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getTexts } from '#server/texts.ts';
import { lintDocument } from './lintDocument.ts';
import { runTests } from './runTests.ts';
import { testForm } from './testForm.ts';

describe('forms test', () => {
  const rooms = {
    id: 'rooms',
    type: 'group',
    label: 'R',
    max: 3,
    formElements: [{ id: 'boxes', type: 'number', label: 'N' }],
  };
  const form = {
    title: 'T',
    formElements: [
      { id: 'a', type: 'checkbox', label: 'A' },
      {
        id: 'b',
        type: 'input',
        label: 'B',
        required: true,
        visibleWhen: { element: 'a', equals: true },
      },
      rooms,
    ],
  };
  const run = (given: Record<string, unknown>, expected: object) =>
    runTests(
      form,
      { today: '2026-11-20', tests: [{ name: 'so', given, expect: expected }] },
      getTexts('en'),
    )[0]?.failures;

  it.each<[string, Record<string, unknown>, object, string[]]>([
    [
      'a test passes if everything is as expected',
      { a: true },
      { visible: ['a', 'b'], errors: { b: 'required' }, answers: { a: true } },
      [],
    ],
    [
      'a failure names a hidden element',
      {},
      { visible: ['b'] },
      ['Is not shown, but should be: b.'],
    ],
    [
      'a failure names a visible element',
      { a: true },
      { hidden: ['b'] },
      ['Is shown, but should not be: b.'],
    ],
    [
      'every error is compared',
      { a: true },
      { errors: {} },
      ['Errors in the form: expected {}, found {"b":"required"}.'],
    ],
    [
      'every stored answer is compared',
      { b: 'x' },
      { answers: { b: 'x' } },
      ['b: expected "x", found null.'],
    ],
    [
      'unknown ids are rejected',
      { c: 1 },
      { hidden: ['d'] },
      ['The form has no element "c".', 'The form has no element "d".'],
    ],
    [
      'other failures are reported besides an unknown id',
      { a: true },
      { visible: ['bb', 'b'], hidden: ['a'], errors: { rums: 'required' } },
      [
        'The form has no element "bb". Write b.',
        'The form has no element "rums".',
        'Is shown, but should not be: a.',
        'Errors in the form: expected {}, found {"b":"required"}.',
      ],
    ],
    [
      'a similar id is suggested',
      {},
      { hidden: ['roms'] },
      ['The form has no element "roms". Write rooms.'],
    ],
    [
      'rows of a group are addressed by index',
      { rooms: [{ boxes: 1 }, {}] },
      { visible: ['rooms/1/boxes'], errors: {} },
      [],
    ],
    [
      'an unknown element of a group is rejected',
      { rooms: [{ crates: 1 }] },
      { hidden: ['rooms/0/a', 'a/0/boxes'] },
      ['rooms/0/crates', 'rooms/0/a', 'a/0/boxes'].map((id) => `The form has no element "${id}".`),
    ],
    [
      'an unknown row is rejected',
      { rooms: [{ boxes: 1 }] },
      { hidden: ['rooms/1/boxes'] },
      ['The form has no element "rooms/1/boxes".'],
    ],
    [
      'the notation of elements in groups is suggested',
      { 'rooms/0/boxes': 1 },
      { visible: ['boxes'] },
      [
        'The form has no element "rooms/0/boxes": answers in a group are a list of rows.',
        'The form has no element "boxes". Write rooms/0/boxes.',
      ],
    ],
  ])('A test of a form is run: %s', (_, given, expected, failures) =>
    expect(run(given, expected)).toEqual(failures),
  );

  it('Failures are German on request', () => {
    expect(
      runTests(
        form,
        { today: '2026-11-20', tests: [{ name: 'so', given: {}, expect: { visible: ['b'] } }] },
        getTexts('de'),
      )[0]?.failures,
    ).toEqual(['Wird nicht angezeigt, sollte aber: b.']);
  });

  const demoForms = readdirSync('server/demo/forms')
    .filter((name) => !name.includes('.tests.'))
    .map((name) => join('server/demo/forms', name));
  describe.each(demoForms)('the form %s', (file) => {
    it.each(testForm(file, getTexts('de')).map(({ name, failures }) => [name, failures]))(
      'The demo form passes its test "%s"',
      (_, failures) => expect(failures).toEqual([]),
    );
    it('The form has no finding', () =>
      expect(
        lintDocument(readFileSync(file, 'utf8')).findings.map(
          ({ rule, pointer }) => `${pointer} ${rule}`,
        ),
      ).toEqual([]));
  });
});
