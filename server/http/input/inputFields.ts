import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { patternExamples, type Language } from '#schemas/platform/common.ts';
import { requestLimits } from '#server/http/limits.ts';
import { getTexts } from '#server/texts.ts';

const textIds: Readonly<Record<string, string>> = {
  required: 'input.error.required',
  additionalProperties: 'input.error.unknownField',
  type: 'input.error.type',
  enum: 'input.error.enum',
  pattern: 'input.error.pattern',
  format: 'input.error.pattern',
  'x-instant': 'input.error.noInstant',
  minLength: 'element.error.minLength',
  maxLength: 'element.error.maxLength',
  minimum: 'element.error.minimum',
  maximum: 'element.error.maximum',
  minItems: 'element.error.minItems',
  maxItems: 'element.error.maxItems',
};

/**
 * Builds the JSON pointer of a finding. A missing or unknown field is named itself, not its object.
 */
function getPointer({ instancePath, params }: FastifySchemaValidationError): string {
  const name = params['missingProperty'] ?? params['additionalProperty'];
  return typeof name !== 'string'
    ? instancePath
    : `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function makeSentence(error: FastifySchemaValidationError, language: Language): string {
  const { allowedValues: allowed, type, pattern } = error.params;
  const example = typeof pattern === 'string' ? patternExamples[pattern] : undefined;
  if (example !== undefined) return getTexts(language)('input.error.patternLike', { example });
  return getTexts(language)(textIds[error.keyword] ?? 'input.error.invalid', {
    limit: Number(error.params['limit'] ?? 0),
    type: Array.isArray(type) ? type.join(', ') : typeof type === 'string' ? type : '',
    allowed: Array.isArray(allowed) ? allowed.join(', ') : '',
  });
}

/**
 * Maps findings of the request's schema to JSON pointer -> sentence: the first finding per field,
 * for a limited number of fields.
 */
export function listInputFields(
  errors: readonly FastifySchemaValidationError[],
  language: Language,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const error of errors.slice(0, requestLimits.maxFields))
    fields[getPointer(error)] ??= makeSentence(error, language);
  return fields;
}
