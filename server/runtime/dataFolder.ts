import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#server/operatorError.ts';

const ownerOnly = { folder: 0o700, file: 0o600 };
const stickyBit = 0o1000;

const isOwnEntry = (name: string): boolean =>
  name === 'files' ||
  name === 'incoming' ||
  name === 'demo-secrets.json' ||
  /^(formakte|lock)\.sqlite/.test(name) ||
  name.startsWith('before-0.1.0-');

/** Returns false for a folder that other programs use too, such as /tmp. */
const isOwnFolder = (dataDir: string, names: readonly string[]): boolean =>
  (names.length === 0 || names.some(isOwnEntry)) && !(statSync(dataDir).mode & stickyBit);

function protect(path: string): void {
  const stats = statSync(path);
  const mode = stats.isDirectory() ? ownerOnly.folder : ownerOnly.file;
  if ((stats.mode & 0o777) !== mode) chmodSync(path, mode);
}

function listEntries(dataDir: string): string[] {
  try {
    mkdirSync(dataDir, { recursive: true });
    return readdirSync(dataDir);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new OperatorError(
      `The data folder ${dataDir} cannot be used (${String(error.code)}): check that it is a ` +
        'folder, and that the user of this process may write there.',
    );
  }
}

/**
 * Creates the data folder and lets its owner alone read it, also one from before. Files that this
 * process creates get the same modes. Returns the error of a file system without modes.
 * Throws `OperatorError`.
 */
export function prepareDataFolder(dataDir: string): Error | undefined {
  process.umask(0o077);
  const names = listEntries(dataDir);
  try {
    if (isOwnFolder(dataDir, names)) protect(dataDir);
    for (const name of names.filter(isOwnEntry)) protect(join(dataDir, name));
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
