import { createHash } from 'node:crypto';

/** Without characters that are mistaken for each other, and without vowels, so without words. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ';
const groups = 3;
const perGroup = 3;

/**
 * Returns a short number of a submission, to be read out on the telephone: K7F-2QM-9TX. It is
 * derived from the id, so every submission has one.
 */
export function buildReference(submissionId: string): string {
  let rest = createHash('sha256').update(submissionId).digest().readBigUInt64BE();
  const base = BigInt(alphabet.length);
  const draw = () => {
    const char = alphabet.charAt(Number(rest % base));
    rest /= base;
    return char;
  };
  return Array.from({ length: groups }, () => Array.from({ length: perGroup }, draw).join('')).join(
    '-',
  );
}

const pattern = new RegExp(`^[${alphabet}]{${groups * perGroup}}$`);

/** Returns the number as `buildReference` writes it; undefined for a text that is none. */
export function parseReference(text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, '');
  return pattern.test(plain) ? plain.replace(/.{3}(?=.)/g, '$&-') : undefined;
}
