import { createSchemaUtils as theirs, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import { describe, expect, it } from 'vitest';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { Fixture } from '#widgets/fixture.ts';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import ours from './rjsfSchemaUtils.ts';

/** Nobody asks it: a schema with nothing to resolve is resolved without a look at the answers. */
const validator = {} as ValidatorType;
const uiSchema = { 'ui:field': 'form' };

describe.each([...registry.keys()])('a form of %s', async (type) => {
  const { fixtures } = (await import(`../../../widgets/${type}/fixtures.ts`)) as {
    fixtures: Fixture[];
  };

  it('is resolved already, as RJSF itself finds', () => {
    const schema = compileForm(
      { title: 'T', formElements: fixtures.map(({ element }) => element) },
      registry,
    ).schema as RJSFSchema;
    const [our, their] = [ours(validator, schema), theirs(validator, schema)];
    expect(our.retrieveSchema(schema)).toEqual(their.retrieveSchema(schema));
    expect(our.getRootSchema()).toEqual(their.getRootSchema());
    expect(our.getDisplayLabel(schema, uiSchema)).toEqual(their.getDisplayLabel(schema, uiSchema));
    expect(our.doesSchemaUtilsDiffer(validator, schema)).toBe(false);
    expect(our.doesSchemaUtilsDiffer(validator, { ...schema, properties: {} })).toBe(true);
  });
});

it.each(['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependencies'])(
  'a schema with %s is not drawn wrongly',
  (keyword) => {
    expect(() => ours(validator, {}).retrieveSchema({ [keyword]: {} })).toThrow(keyword);
  },
);
