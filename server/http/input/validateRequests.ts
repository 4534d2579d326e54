import { Ajv, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox';
import type { TObject, TSchema } from 'typebox';
import { shareDefinitions } from '#src/engine/core/definition/shareDefinitions.ts';
import type { Language } from '#schemas/platform/common.ts';
import { readInstant } from '#schemas/platform/dates.ts';
import { cleanTyped, type TypedKind } from '#schemas/platform/typedText.ts';
import { contentTypes } from '#server/http/contentTypes.ts';
import { contractParts } from '#server/http/contractParts.ts';
import { decodeUtf8 } from './encodings.ts';
import { listInputFields } from './inputFields.ts';

const parts = shareDefinitions(contractParts, 'contract#/definitions/');

/** Cleans a typed text in its place, before the rules about its length and pattern. */
const cleanAs: FuncKeywordDefinition = {
  keyword: 'x-cleanAs',
  type: 'string',
  before: 'maxLength',
  modifying: true,
  errors: false,
  compile: (kind: TypedKind) => (text: string, parent) => {
    const { parentData, parentDataProperty: name } = parent ?? {};
    if (parentData)
      (parentData as Record<string | number, string>)[name ?? ''] = cleanTyped(text, kind);
    return true;
  },
};

/** Converts an instant to UTC in its place; refuses one that does not exist. */
const toUtc: FuncKeywordDefinition = {
  keyword: 'x-instant',
  type: 'string',
  modifying: true,
  errors: false,
  compile: () => (given: string, parent) => {
    const { parentData, parentDataProperty: name } = parent ?? {};
    const instant = readInstant(given);
    if (parentData && instant !== undefined)
      (parentData as Record<string | number, string>)[name ?? ''] = instant;
    return instant !== undefined;
  },
};

function createAjv(coerceTypes: boolean, allErrors: boolean): Ajv {
  const ajv = new Ajv({
    allErrors,
    coerceTypes,
    strict: false,
    removeAdditional: false,
    validateSchema: false, // a test does, because it takes a tenth of the start
  });
  ajv.addKeyword(cleanAs);
  ajv.addKeyword(toUtc);
  ajv.addFormat('date-time', fastFormats['date-time']);
  ajv.addFormat('date', fullFormats.date); // the fast mode accepts 31 February
  return ajv.addSchema({ $id: 'contract', definitions: parts.definitions });
}

const noQuery = Type.Object({}, { additionalProperties: false });
const strictQueries = new WeakMap<object, TObject>();

/** Returns a query's schema that refuses unknown parameters, as bodies refuse unknown fields. */
export function toStrictQuery(query: TSchema | undefined): TObject {
  if (!query) return noQuery;
  const strict =
    strictQueries.get(query) ??
    (Type.With(query, { additionalProperties: false }) as unknown as TObject);
  strictQueries.set(query, strict);
  return strict;
}

// Reports the first error only, because a body can hold millions of errors.
const exact = createAjv(false, false);
const coercing = createAjv(true, true);
const plainInteger = /^-?\d+$/;

/**
 * Refuses 1e2, 0x10 and 1.0 for a whole number of the URL. JavaScript converts them, but a reader
 * of the address takes them for something else.
 */
function refuseOtherNotations(schema: TSchema, validate: ValidateFunction): ValidateFunction {
  const fields = Type.IsObject(schema) ? schema.properties : {};
  const numbers = Object.keys(fields).filter((name) => Type.IsInteger(fields[name]));
  if (numbers.length === 0) return validate;
  const check = (values: Record<string, unknown>): boolean => {
    const odd = numbers.find((name) => {
      const value = values[name];
      return typeof value === 'string' && !plainInteger.test(value);
    });
    if (odd === undefined) {
      const isValid = validate(values);
      check.errors = validate.errors;
      return isValid;
    }
    const params = { type: 'integer' };
    const instancePath = `/${odd}`;
    check.errors = [{ instancePath, keyword: 'type', params, schemaPath: '', message: '' }];
    return false;
  };
  check.errors = validate.errors;
  return check as unknown as ValidateFunction;
}

/** Compiled once per process, for all paths of a call. */
const compiled = new WeakMap<object, ValidateFunction>();

function getValidator(schema: object, isBody: boolean): ValidateFunction {
  const compile = () => {
    const references = parts.insertReferences(schema);
    return isBody
      ? exact.compile(references)
      : refuseOtherNotations(schema, coercing.compile(references));
  };
  const validator = compiled.get(schema) ?? compile();
  compiled.set(schema, validator);
  return validator;
}

/**
 * Refuses texts as a body, which Fastify accepts by default. Accepts an empty JSON body, which many
 * clients send with a call that takes none.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) =>
      body.length === 0 ? done(null, undefined) : parse(request, decodeUtf8(body), done),
  );
}

/** Passes a body of lines on as a stream, because it is too large to be parsed at once. */
export function acceptLines(app: FastifyInstance): void {
  app.addContentTypeParser(contentTypes.lines, (_request, payload, done) => done(null, payload));
}

/** Returns the first error of a value for its schema, as for a body; undefined without any. */
export function findInputErrors(
  schema: TSchema,
  value: unknown,
  language: Language,
): Record<string, string> | undefined {
  const validate = getValidator(schema, true);
  return validate(value) ? undefined : listInputFields(validate.errors ?? [], language);
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
