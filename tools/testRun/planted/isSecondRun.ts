import { existsSync, writeFileSync } from 'node:fs';

/** Returns false in the first run and true in the second one. `name` is that of the caller. */
export function isSecondRun(name: string): boolean {
  const mark = `${process.env['PLANTED_MARK']}-${name}`;
  const isSecond = existsSync(mark);
  writeFileSync(mark, '');
  return isSecond;
}
