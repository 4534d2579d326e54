import { signatureLimits } from '#schemas/forms/limits.ts';
import { measureInk } from './ink.ts';
import type { SignatureContent, Stroke } from './signatureAnswer.ts';

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

/** Returns true for a drawing that is too short to be a signature, such as a tap. */
export function isDot(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { method, strokes } = value as Partial<Extract<SignatureContent, { method: 'drawn' }>>;
  return (
    method === 'drawn' &&
    Array.isArray(strokes) &&
    strokes.every(isStroke) &&
    measureInk(strokes) < signatureLimits.minInkLength
  );
}
