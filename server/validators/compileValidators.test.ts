import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { formats } from '#src/engine/core/values/formats.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { fixtures as geolocation } from '#widgets/geolocation/fixtures.ts';
import { fixtures as group } from '#widgets/group/fixtures.ts';
import { fixtures as gutachterchoice } from '#widgets/gutachterchoice/fixtures.ts';
import { fixtures as rating } from '#widgets/rating/fixtures.ts';
import { fixtures as rechtsschutzformular } from '#widgets/rechtsschutzformular/fixtures.ts';
import { fixtures as signature } from '#widgets/signature/fixtures.ts';
import { elementTypes, registry } from '#widgets/registry.ts';
import { CompilationFailed, compileValidators, loadCheck } from './compileValidators.ts';

const twoOptions = fc.constant([
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
]);

const element = (id: number) =>
  fc
    .oneof(
      fc.record({
        type: fc.constant('input'),
        maxLength: fc.integer({ min: 1, max: 9 }),
        required: fc.boolean(),
        format: fc.constantFrom('email', 'postalcode'),
      }),
      fc.record({
        type: fc.constant('number'),
        min: fc.integer({ min: -5, max: 0 }),
        max: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({ type: fc.constant('date'), required: fc.boolean() }),
      fc.record({
        type: fc.constant('simplechoice'),
        options: twoOptions,
      }),
      fc.record({
        type: fc.constant('inputregex'),
        pattern: fc.constantFrom('a|b', '\\p{L}+', '[^/]\\/"?'),
        maxLength: fc.integer({ min: 1, max: 5 }),
        message: fc.constant('M'),
      }),
      fc.record({ type: fc.constantFrom('time', 'mobilenumber'), required: fc.boolean() }),
      fc.record({
        type: fc.constant('multiplechoice'),
        min: fc.integer({ min: 1, max: 2 }),
        options: twoOptions,
      }),
      fc.record({
        type: fc.constant('group'),
        max: fc.integer({ min: 1, max: 2 }),
        formElements: fc.constantFrom(
          [{ id: `c${id}`, type: 'number', label: 'C', min: 0 }],
          [
            { id: `c${id}`, type: 'geolocation', label: 'C' },
            { id: `d${id}`, type: 'input', label: 'D', maxLength: 2 },
          ],
        ),
      }),
      fc.record({ type: fc.constant('computed'), formula: fc.constant({ text: 'x' }) }),
      fc.record({
        type: fc.constantFrom(
          'signature',
          'geolocation',
          'gutachterchoice',
          'rechtsschutzformular',
          'rating',
        ),
      }),
      fc.record({
        type: fc.constantFrom('checkbox', 'file', 'textarea', 'headline'),
        required: fc.boolean(),
      }),
    )
    .map((settings) => ({ id: `e${id}`, label: `E${id}`, ...settings }));

const form = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, id) => element(id))));
/** Values that each type treats as an answer, and as no answer. */
const samples = [signature, geolocation, gutachterchoice, rechtsschutzformular, rating, group]
  .flat()
  .flatMap(({ valid, invalid }) => [...valid, ...invalid]);
const value = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...samples) },
  fc.constantFrom(
    [{ c0: 1 }],
    [{ c1: -1 }, { d2: 'abc' }],
    [{ stranger: 1 }],
    [{}, {}, {}],
    'a',
    'b',
    '20259',
    'ab',
    'x/"',
    '2026-11-20',
    '14:30',
    '+4917604069123',
    'j@example.com',
    '💥'.repeat(5),
    3,
    true,
    ['a'],
    ['a', 'b'],
    ['b', 'b'],
  ),
  fc.jsonValue(),
);

describe('published validators', () => {
  it('The published validators agree with the full validator for every answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        form,
        fc.array(value, { minLength: 20, maxLength: 20 }),
        async (elements, answers) => {
          const schema = toJsonSchema({ title: 'T', formElements: elements }, registry);
          const published = loadCheck((await compileValidators(schema)).code);
          const full = compileCheck(schema);
          const verdict = (check: typeof full, [id, given]: [string, unknown]) =>
            check(id, given)
              .map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
              .sort();
          for (const id of Object.keys(schema.values))
            for (const answer of answers)
              expect(verdict(published, [id, answer])).toEqual(verdict(full, [id, answer]));
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([199, 200, 201, 1_000])(
    'A choice of %i options compiles and accepts its options only',
    async (count) => {
      const options = Array.from({ length: count }, (_, index) => ({
        value: `v${index}`,
        label: `Nr. ${index}`,
      }));
      const schema = toJsonSchema(
        {
          title: 'T',
          formElements: [
            { id: 'one', type: 'simplechoice', label: 'Eine', options },
            { id: 'many', type: 'multiplechoice', label: 'Mehrere', options },
          ],
        },
        registry,
      );
      const check = loadCheck((await compileValidators(schema)).code);
      const last = `v${count - 1}`;
      expect([check('one', last), check('many', ['v0', last])]).toEqual([[], []]);
      expect(check('one', `v${count}`)).toMatchObject([{ keyword: 'enum' }]);
      expect(check('many', [`v${count}`])).toMatchObject([{ keyword: 'enum' }]);
    },
  );

  it('Compilation stops after the timeout, and the next form is compiled', async () => {
    const schema = toJsonSchema(
      { title: 'T', formElements: [{ id: 'name', type: 'input', label: 'Name' }] },
      registry,
    );
    await expect(compileValidators(schema, 0)).rejects.toThrow(CompilationFailed);
    await expect(compileValidators(schema)).resolves.toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('Cached validators are not compiled again', async () => {
    const schema = toJsonSchema(
      { title: 'T', formElements: [{ id: 'again', type: 'input', label: 'Again' }] },
      registry,
    );
    const compiled = await compileValidators(schema);
    // a worker cannot finish in 0 ms
    expect(await compileValidators(structuredClone(schema), 0)).toBe(compiled);
  });

  it('Elements with the same answer schema share one validator', async () => {
    const input = (id: string) => ({ id, type: 'input', label: id, maxLength: 7 });
    const size = async (count: number) =>
      (
        await compileValidators(
          toJsonSchema(
            {
              title: 'T',
              formElements: [
                input('a'),
                {
                  id: 'g',
                  type: 'group',
                  label: 'G',
                  formElements: Array.from({ length: count }, (_, index) => input(`b${index}`)),
                },
              ],
            },
            registry,
          ),
        )
      ).code.match(/function value\d+|validate\d+=|function validate\d+/g)?.length;
    expect(await size(30)).toBe(await size(1));
  });

  it('Validators are named by the hash of their content', async () => {
    const schema = (maxLength: number) =>
      toJsonSchema(
        { title: 'T', formElements: [{ id: 'name', type: 'input', label: 'Name', maxLength }] },
        registry,
      );
    const [one, same, other] = await Promise.all(
      [5, 5, 6].map((length) => compileValidators(schema(length))),
    );
    expect(one?.hash).toBe(same?.hash);
    expect(one?.hash).not.toBe(other?.hash);
  });
});

describe('value schemas of element types', () => {
  const combinators = [
    '$ref',
    'oneOf',
    'anyOf',
    'allOf',
    'if',
    'not',
    'dependentSchemas',
    'patternProperties',
  ];
  it.each(elementTypes.map((elementType) => [elementType.type, elementType] as const))(
    'The value schema of %s is flat and uses known formats only',
    (_, { value: schema }) => {
      const text = JSON.stringify(schema ?? {});
      for (const keyword of combinators) expect(text).not.toContain(`"${keyword}"`);
      for (const [, format] of text.matchAll(/"format":"([^"]+)"/g))
        expect(Object.keys(formats)).toContain(format);
    },
  );
});
