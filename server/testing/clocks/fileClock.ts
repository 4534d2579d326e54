import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the time that a file written now has. `npm run check:clock` does not change it. */
export function readFileClock(): number {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-clock-'));
  const { mtimeMs } = statSync(folder);
  rmdirSync(folder);
  return Math.ceil(mtimeMs);
}
