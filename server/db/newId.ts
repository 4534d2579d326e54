import { randomBytes } from 'node:crypto';

/**
 * Makes an unguessable, URL-safe id of some 128 random bits. It never begins with a hyphen, which
 * a command would read as an option, and a spreadsheet as a formula.
 */
export function newId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newId() : id;
}
