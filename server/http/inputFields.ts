import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import { textsIn } from './texts.ts';

const textIds: Readonly<Record<string, string>> = {
  required: 'RequiredFieldValidation',
  additionalProperties: 'input.error.unknownField',
  type: 'input.error.type',
  enum: 'input.error.enum',
  pattern: 'input.error.pattern',
  format: 'input.error.pattern',
  minLength: 'element.error.minLength',
  maxLength: 'element.error.maxLength',
  minimum: 'element.error.minimum',
  maximum: 'element.error.maximum',
  minItems: 'element.error.minItems',
  maxItems: 'element.error.maxItems',
};

/** Where a finding points: a missing or unknown field is named itself, not the object around it. */
function pointerOf({ instancePath, params }: FastifySchemaValidationError): string {
  const name = params['missingProperty'] ?? params['additionalProperty'];
  return typeof name !== 'string'
    ? instancePath
    : `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function sentence(error: FastifySchemaValidationError, language: Language): string {
  const { allowedValues: allowed, type } = error.params;
  return textsIn(language)(textIds[error.keyword] ?? 'input.error.invalid', {
    limit: Number(error.params['limit'] ?? 0),
    type: Array.isArray(type) ? type.join(', ') : typeof type === 'string' ? type : '',
    allowed: Array.isArray(allowed) ? allowed.join(', ') : '',
  });
}

/** Findings of the request's schema as JSON pointer -> sentence; the first finding of each place counts, of the first places. */
export function inputFields(
  errors: readonly FastifySchemaValidationError[],
  language: Language,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const error of errors.slice(0, limits.calls.maxFields))
    fields[pointerOf(error)] ??= sentence(error, language);
  return fields;
}
