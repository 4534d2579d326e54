import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { operations } from '#schemas/endpoints.ts';
import { toPlainSchema } from '#src/engine/core/definition/shareDefinitions.ts';
import { contractParts } from '#server/http/contractParts.ts';

it('Every schema of the contract is a valid JSON Schema', () => {
  const ajv = new Ajv({ logger: false });
  const schemas = operations.flatMap(({ name, endpoint: { params, query, body, fields, lines } }) =>
    Object.entries({ params, query, body, fields, lines }).flatMap(([part, schema]) =>
      schema ? [[`${name}.${part}`, schema] as const] : [],
    ),
  );
  const all = [...schemas, ...Object.entries(contractParts)];
  const invalid = all.filter(([, schema]) => !ajv.validateSchema(toPlainSchema(schema)));
  expect([schemas.length > 100, invalid.map(([name]) => name)]).toEqual([true, []]);
});
