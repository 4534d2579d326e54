import { Ajv, type ValidateFunction } from 'ajv';
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import type { FastifyInstance } from 'fastify';
import { sharedParts } from '#src/engine/core/sharedParts.ts';
import { contractParts } from './contractParts.ts';

const parts = sharedParts(contractParts, 'contract#/definitions/');

function createAjv(coerceTypes: boolean, allErrors: boolean): Ajv {
  const ajv = new Ajv({ allErrors, coerceTypes, strict: false, removeAdditional: false });
  ajv.addFormat('date-time', fastFormats['date-time']);
  ajv.addFormat('date', fullFormats.date); // the fast one takes the 31st of February
  return ajv.addSchema({ $id: 'contract', definitions: parts.definitions });
}

// A body can hold millions of mistakes, and listing them all would hold everyone up: the first one is told.
const exact = createAjv(false, false);
const coercing = createAjv(true, true);
/** Made once in a process, for every address of a call. */
const compiled = new WeakMap<object, ValidateFunction>();

function validatorOf(schema: object, isBody: boolean): ValidateFunction {
  const validator =
    compiled.get(schema) ?? (isBody ? exact : coercing).compile(parts.withReferences(schema));
  compiled.set(schema, validator);
  return validator;
}

/** Texts in an address become numbers where the contract says so; a body is taken as it is. Nothing is ever dropped in silence. */
export function validateRequests(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    validatorOf(schema as object, httpPart === 'body'),
  );
  // Answers are typed by the contract; serialising them by schema would hide a mistake instead of showing it.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}
