import { Ajv, type ValidateFunction } from 'ajv';
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import type { FastifyInstance } from 'fastify';
import { shareDefinitions } from '#src/engine/core/definition/shareDefinitions.ts';
import { contractParts } from './contractParts.ts';

const parts = shareDefinitions(contractParts, 'contract#/definitions/');

function createAjv(coerceTypes: boolean, allErrors: boolean): Ajv {
  const ajv = new Ajv({ allErrors, coerceTypes, strict: false, removeAdditional: false });
  ajv.addFormat('date-time', fastFormats['date-time']);
  ajv.addFormat('date', fullFormats.date); // the fast mode accepts 31 February
  return ajv.addSchema({ $id: 'contract', definitions: parts.definitions });
}

// Reports the first error only, because a body can hold millions of errors.
const exact = createAjv(false, false);
const coercing = createAjv(true, true);
/** Compiled once per process, for all paths of a call. */
const compiled = new WeakMap<object, ValidateFunction>();

function getValidator(schema: object, isBody: boolean): ValidateFunction {
  const validator =
    compiled.get(schema) ?? (isBody ? exact : coercing).compile(parts.insertReferences(schema));
  compiled.set(schema, validator);
  return validator;
}

/** Accepts an empty JSON body, which many clients send with a call that takes none. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => (body === '' ? done(null, undefined) : parse(request, body, done)),
  );
}

/**
 * Converts texts in the URL to numbers where the contract requires it; bodies are not converted. No
 * field is dropped silently.
 */
export function validateRequests(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    getValidator(schema as object, httpPart === 'body'),
  );
  // Responses are typed by the contract; serialising by schema would hide an error.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}
