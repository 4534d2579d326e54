import { signatureLimits } from '#schemas/forms/limits.ts';
import { measureInk } from './ink.ts';
import type { SignatureMethod, Stroke } from './signatureAnswer.ts';

const isStroke = (value: unknown): value is Stroke =>
  Array.isArray(value) &&
  value.every(
    (point: unknown) =>
      typeof point === 'object' &&
      point !== null &&
      'x' in point &&
      typeof point.x === 'number' &&
      'y' in point &&
      typeof point.y === 'number',
  );

/** A name has letters, in any script. */
const letter = /\p{L}/u;

/**
 * Returns true for a drawing that is too short to be a signature, such as a tap, and for a typed
 * name without a letter.
 */
export function isNoSignature(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { method, strokes, name } = value as {
    method?: SignatureMethod;
    strokes?: unknown;
    name?: unknown;
  };
  if (method === 'typed') return typeof name === 'string' && !letter.test(name);
  return (
    method === 'drawn' &&
    Array.isArray(strokes) &&
    strokes.every(isStroke) &&
    measureInk(strokes) < signatureLimits.minInkLength
  );
}
