import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the form engines that ours is compared with. */
export const formPeers = join(import.meta.dirname, 'forms/peers');

/** Installs packages that only a bench needs. They are not in the package.json of the product. */
export function installPeers(folder: string): void {
  const installed = join(folder, 'node_modules/.package-lock.json');
  if (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  )
    return;
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error('What the bench works with could not be installed (see above).');
}
