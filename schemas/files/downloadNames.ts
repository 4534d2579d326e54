import { fileLimits } from '#schemas/files/limits.ts';
import { makeSafeFileName } from './files.rules.ts';

/** Bytes of a part of a longer name. */
const maxPartBytes = 100;

/** Reserved names of Windows, with any extension. */
const isReserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

const withoutSigns = (given: string): string => given.replace(/[<>:"/\\|?*]/g, '_');

/** Sanitizes a name for every file system, without path traversal, to at most 100 bytes. */
export function makeSafeName(given: string): string {
  const name = makeSafeFileName(withoutSigns(given), maxPartBytes);
  return name === '' || isReserved.test(name) ? `_${name}` : name;
}

/**
 * Returns the name of the file of a case: {word}-{account}-{case}.zip. The first word is
 * "Documents" in the language of the client.
 */
export const buildArchiveName = (word: string, accountName: string, caseName: string): string =>
  `${[word, accountName, caseName].map(makeSafeName).join('-')}.zip`;

/** Returns the name of a document by its title; no dot or blank is before the extension. */
export function buildDocumentName(title: string, extension: string): string {
  const stem = withoutSigns(title).replace(/[.\s]+$/, '');
  return makeSafeFileName(`${stem || '_'}.${extension}`, fileLimits.maxNameBytes);
}
